@testable import Markup

/// Writes tokens down as text, with adjacent text joined.
struct TokenRecorder: TokenSink {
  enum Token: Hashable, CustomStringConvertible {
    case doctype(name: Exact?, publicID: Exact?, systemID: Exact?, isCorrect: Bool)
    case startTag(Exact, [Exact: Exact], isSelfClosing: Bool)
    case endTag(Exact)
    case comment(Exact)
    case text(Exact)

    var description: String {
      switch self {
      case .doctype(let name, let publicID, let systemID, let isCorrect):
        let parts = [name, publicID, systemID].map { $0.map { $0.text } ?? "-" }
        return "DOCTYPE(\(parts.joined(separator: " "))\(isCorrect ? "" : " quirks"))"
      case .startTag(let name, let attributes, let isSelfClosing):
        let pairs = attributes.map { " \($0.key.text)=\($0.value.text)" }.sorted().joined()
        return "<\(name.text)\(pairs)\(isSelfClosing ? "/" : "")>"
      case .endTag(let name): return "</\(name.text)>"
      case .comment(let data): return "<!--\(data.text)-->"
      case .text(let text): return text.text
      }
    }
  }

  /// A text compared by its scalars. Strings are equal when their characters are.
  struct Exact: Hashable, Sendable {
    var text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  private(set) var tokens: [Token] = []
  var contents: [String: Tokenizer.State] = [:]
  var isInForeignContent = false
  var wantsText: Bool { true }
  var wantsComments: Bool { true }

  mutating func startTag(_ tag: StartTag) -> Tokenizer.State {
    let name = tag.name.string
    let pairs = tag.attributes.all.map { (Exact($0.name), Exact($0.value)) }
    tokens.append(
      .startTag(
        Exact(name), Dictionary(uniqueKeysWithValues: pairs), isSelfClosing: tag.isSelfClosing))
    return contents[name] ?? .data
  }

  mutating func endTag(_ name: TagName) { tokens.append(.endTag(Exact(name.string))) }

  mutating func text(_ text: TextToken) {
    if case .text(let earlier) = tokens.last {
      tokens[tokens.count - 1] = .text(Exact(earlier.text + text.string))
    } else {
      tokens.append(.text(Exact(text.string)))
    }
  }

  mutating func comment(_ comment: TextToken) { tokens.append(.comment(Exact(comment.string))) }

  mutating func doctype(_ doctype: DoctypeToken) {
    tokens.append(
      .doctype(
        name: doctype.name.map(Exact.init),
        publicID: doctype.publicIdentifier.map(Exact.init),
        systemID: doctype.systemIdentifier.map(Exact.init), isCorrect: !doctype.forcesQuirks))
  }

  /// Reads bytes in pieces that end at these positions.
  mutating func read(
    _ bytes: [UInt8], from state: Tokenizer.State = .data, lastStartTag: String = "",
    cuts: [Int] = []
  ) {
    var tokenizer = Tokenizer(state: state)
    tokenizer.lastStartTag = Array(lastStartTag.utf8)
    var start = 0
    for end in cuts + [bytes.count] where end > start {
      // A copy of its own, so that a read beyond the piece is one beyond the memory.
      Array(bytes[start..<end]).withUnsafeBufferPointer { tokenizer.read($0, into: &self) }
      start = end
    }
    tokenizer.finish(into: &self)
  }
}
