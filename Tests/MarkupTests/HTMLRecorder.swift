@testable import Markup

/// Writes down what the parser reports: tags as the page has them, and ends in brackets.
final class HTMLRecorder: HTMLEvents {
  private(set) var events: [String] = []
  private(set) var text = ""
  private(set) var lines: [Int] = []
  private(set) var depth = 0
  private(set) var isBalanced = true
  /// The number of events when the head ended.
  private(set) var headEnd: Int?
  var wantsText: Bool { true }
  var wantsRawText: Bool { true }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    self.depth += 1
    isBalanced = isBalanced && depth == self.depth
    let pairs = tag.attributes.all.map { " \($0.name)=\($0.value)" }.joined()
    events.append(tag.name.string + pairs)
    lines.append(tag.line)
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    isBalanced = isBalanced && depth == self.depth
    self.depth -= 1
    events.append("/\(element)")
  }

  func textRead(_ text: TextToken) {
    self.text += text.string
    events.append("'\(text.string)'")
  }

  func rawTextRead(_ text: TextToken) { textRead(text) }

  func headEnded() {
    headEnd = events.count
    events.append("|")
  }

  static func reading(_ html: String, pieces length: Int? = nil) -> HTMLRecorder {
    let recorder = HTMLRecorder()
    let parser = HTMLParser(events: recorder, countsLines: true)
    var rest = Array(html.utf8)[...]
    while !rest.isEmpty {
      parser.parse(Array(rest.prefix(length ?? rest.count)))
      rest = rest.dropFirst(length ?? rest.count)
    }
    parser.finish()
    return recorder
  }
}
