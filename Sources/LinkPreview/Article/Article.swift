public import Foundation
import Markup

/// The main text of a page, without what's around it.
public struct Article: Sendable, Equatable {
  public var title: String?
  public var text: String = ""
  public var plainText: String { text }
  public var markdown: String { text }

  public init(html: Data, url: URL, charset: String? = nil) throws(ArticleError) {
    let (tree, page) = Self.read(html, url, charset)
    let main = MainText(tree, title: page.title)
    guard main.length > 0 else { throw .noArticle }
    title = page.title
    text = main.plain()
  }

  static func read(_ html: Data, _ url: URL, _ charset: String?) -> (ElementTree, Page) {
    let reader = PageReader(transportLabel: charset)
    reader.read(html)
    reader.finish()
    let page = reader.page(at: url)
    let builder = ElementTreeBuilder()
    let parser = HTMLParser(events: builder)
    let bytes = Array(html)
    let decoder = StreamingDecoder(
      encoding: EncodingSniffer.encoding(of: bytes, transportLabel: charset))
    bytes.withUnsafeBufferPointer {
      decoder.decode($0, atEnd: true) { parser.parse($0) }
    }
    parser.finish()
    return (builder.finish(), page)
  }

  public static func dump(html: Data, url: URL) -> String {
    let (tree, page) = read(html, url, nil)
    return MainText(tree, title: page.title).dump()
  }
}

public enum ArticleError: Error { case noArticle }

extension MainText {
  func line(_ run: TextRun) -> String {
    var bytes: [UInt8] = []
    for i in Int(run.start)..<Int(run.end) {
      if tree.nodes[i].isText {
        bytes += tree.text[Int(tree.nodes[i].textStart)..<Int(tree.nodes[i].textEnd)]
      } else if tree.nodes[i].element == .br { bytes.append(10) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
  func plain() -> String { runs.filter { !$0.isRemoved }.map(line).joined(separator: "\n") }

  func dump() -> String {
    var out = ""
    for run in runs {
      var path = ""
      var n = run.block
      var k = 0
      while n >= 0, k < 7 {
        let node = tree.nodes[Int(n)]
        path += (Int(n) == container ? "**" : "") + "\(node.element)" + (node.hints.isEmpty ? "" : "{\(node.hints.names)}") + (isDropped[Int(n)] ? "!" : "") + " "
        n = node.parent
        k += 1
      }
      out += "\(run.isRemoved ? "-" : "+") \(run.length)/\(run.linkedLength) \(line(run).split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(110)) << \(path)\n"
    }
    return out
  }
}
extension ElementHints {
  var names: String {
    let all = ["article","body","articleBody","comments","sidebar","related","sharing","nav","footer","newsletter","ad","overlay","author","details","hidden","login","lead","caption","title","contents","header","credit","sr"]
    return all.indices.filter { rawValue & (1 << UInt32($0)) != 0 }.map { all[$0] }.joined(separator: ",")
  }
}
