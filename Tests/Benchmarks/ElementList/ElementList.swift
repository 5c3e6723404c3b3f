import Foundation
import Markup

/// Lists what metadata is made of, for Resources/benchmarks/elements.py. Reads names of files in
/// UTF-8 on standard input, and prints a line of JSON for each.
@main
struct ElementList {
  static func main() throws {
    while let path = readLine() {
      let elements = Elements()
      let parser = HTMLParser(events: elements)
      parser.parse([UInt8](try Data(contentsOf: URL(filePath: path))))
      parser.finish()
      var line = try JSONEncoder().encode(elements.found)
      line.append(UInt8(ascii: "\n"))
      FileHandle.standardOutput.write(line)
    }
  }
}

private struct Found: Encodable {
  var meta: [[String: String]] = []
  var link: [[String: String]] = []
  var base: [[String: String]] = []
  var title: [String] = []
  var json: [String] = []
  var h1: [String] = []
}

private final class Elements: HTMLEvents {
  private(set) var found = Found()
  private var templateDepth: Int?
  private var drawingDepth: Int?
  private var texts: [(element: ElementName, depth: Int, text: String)] = []

  var wantsText: Bool { !texts.isEmpty && templateDepth == nil }
  var wantsRawText: Bool { wantsText }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    if templateDepth != nil { return }
    var attributes: [String: String] {
      Dictionary(uniqueKeysWithValues: tag.attributes.all.map { ($0.name, $0.value) })
    }
    switch element {
    case .template: templateDepth = depth
    case .svg where drawingDepth == nil: drawingDepth = depth
    case .meta: found.meta.append(attributes)
    case .link: found.link.append(attributes)
    case .base: found.base.append(attributes)
    case .title where drawingDepth == nil, .h1: texts.append((element, depth, ""))
    case .script:
      let type = tag.attributes["type"]?.lowercased() ?? ""
      if type.contains("ld+json") { texts.append((element, depth, "")) }
    default: break
    }
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    if templateDepth == depth { templateDepth = nil }
    if drawingDepth == depth { drawingDepth = nil }
    guard let last = texts.last, last.depth == depth else { return }
    texts.removeLast()
    switch last.element {
    case .title: found.title.append(last.text)
    case .h1: found.h1.append(last.text)
    default: found.json.append(last.text)
    }
  }

  func textRead(_ text: TextToken) {
    for index in texts.indices { texts[index].text += text.string }
  }

  func rawTextRead(_ text: TextToken) { textRead(text) }
}
