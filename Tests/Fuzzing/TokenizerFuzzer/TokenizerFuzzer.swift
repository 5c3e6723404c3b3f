import Foundation
import Markup

/// What libFuzzer calls with bytes it thought of. They have to give the same tokens in pieces as in
/// one, and the same elements, each of which ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The first bytes tell where the others are cut.
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard count > 2 else { return 0 }
  let seed = bytes[0]
  let isForeign = seed & 1 == 1
  let longest = [1, 2, 7, 64][Int(seed >> 1 & 3)]
  let page = Array(bytes.dropFirst())
  let whole = tokens(of: page, isForeign: isForeign) { _ in page.count }
  let pieces = tokens(of: page, isForeign: isForeign) { 1 + Int(page[$0] & 63) % longest }
  if whole != pieces { abort() }
  if elements(of: page, length: page.count) != elements(of: page, length: longest) { abort() }
  return 0
}

/// Reads a page in pieces, whose lengths depend on where they begin.
private func tokens(
  of page: [UInt8], isForeign: Bool, length: (Int) -> Int
) -> [String] {
  var tokenizer = Tokenizer()
  var log = TokenLog(isInForeignContent: isForeign)
  var position = 0
  while position < page.count {
    let end = min(page.count, position + length(position))
    // A copy of its own, so that a read beyond the piece is one beyond the memory.
    Array(page[position..<end]).withUnsafeBufferPointer { tokenizer.read($0, into: &log) }
    position = end
  }
  tokenizer.finish(into: &log)
  return log.lines
}

private struct TokenLog: TokenSink {
  var lines: [String] = []
  let isInForeignContent: Bool
  private var isInText = false
  var wantsText: Bool { true }
  var wantsComments: Bool { true }

  init(isInForeignContent: Bool) { self.isInForeignContent = isInForeignContent }

  mutating func startTag(_ tag: StartTag) -> Tokenizer.State {
    let attributes = tag.attributes.all.map { " \($0.name)=\($0.value)" }.joined()
    add("<\(tag.name.string)\(attributes) \(tag.isSelfClosing)>")
    if tag.name == "title" || tag.name == "textarea" { return .rcdata }
    if tag.name == "style" || tag.name == "xmp" { return .rawText }
    if tag.name == "script" { return .scriptData }
    return tag.name == "plaintext" ? .plaintext : .data
  }

  mutating func endTag(_ name: TagName) { add("</\(name.string)>") }
  mutating func comment(_ comment: TextToken) { add("<!--\(comment.string)>") }
  mutating func doctype(_ doctype: DoctypeToken) { add("\(doctype)") }

  mutating func text(_ text: TextToken) {
    if isInText { lines[lines.count - 1] += text.string } else { lines.append(text.string) }
    isInText = true
  }

  private mutating func add(_ line: String) {
    lines.append(line)
    isInText = false
  }
}

private func elements(of page: [UInt8], length: Int) -> [String] {
  let log = ElementLog()
  let parser = HTMLParser(events: log)
  for start in stride(from: 0, to: page.count, by: length) {
    parser.parse(page[start..<min(page.count, start + length)])
  }
  parser.finish()
  if log.depth != 0 { abort() }
  return log.lines
}

private final class ElementLog: HTMLEvents {
  private(set) var lines: [String] = []
  private(set) var depth = 0

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    self.depth += 1
    if depth != self.depth { abort() }
    lines.append("<\(tag.name.string)")
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    if depth != self.depth { abort() }
    self.depth -= 1
    lines.append("</\(element)")
  }

  func headEnded() { lines.append("head") }
}
