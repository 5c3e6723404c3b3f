/// Receives the tokens of a ``Tokenizer``, like the standard's tree construction stage. Tokens are
/// valid only during the call.
package protocol TokenSink: ~Copyable {
  /// - Returns: the state for the element's content: ``Tokenizer/State/data`` for most.
  mutating func startTag(_ tag: StartTag) -> Tokenizer.State
  mutating func endTag(_ name: TagName)
  /// Receives text in pieces of any length.
  mutating func text(_ text: TextToken)
  mutating func comment(_ comment: TextToken)
  mutating func doctype(_ doctype: DoctypeToken)
  /// Whether the following text is wanted. The tokenizer skips other text.
  var wantsText: Bool { get }
  var wantsComments: Bool { get }
  /// Whether the adjusted current node is outside HTML, so that `<![CDATA[` begins a CDATA section.
  var isInForeignContent: Bool { get }
}

extension TokenSink where Self: ~Copyable {
  package mutating func comment(_ comment: TextToken) {}
  package mutating func doctype(_ doctype: DoctypeToken) {}
  package var wantsComments: Bool { false }
}

/// A start tag. Valid only during the call that passes it.
package struct StartTag {
  package let name: TagName
  package let attributes: Attributes
  package let isSelfClosing: Bool
  /// The line in which the tag ends, from 1, if the parser counts lines.
  package let line: Int
}

/// A piece of text as the page spells it, decoded on request. Valid only during the call that
/// passes it.
package struct TextToken {
  package let bytes: UnsafeBufferPointer<UInt8>
  let content: TextContent

  package init(bytes: UnsafeBufferPointer<UInt8>, content: TextContent) {
    self.bytes = bytes
    self.content = content
  }

  /// The text with resolved character references.
  package var string: String { TextDecoder.string(bytes, content: content) }

  /// Appends the text with resolved character references, mostly without creating a string.
  package func append(to output: inout [UInt8]) {
    TextDecoder.append(bytes, content: content, to: &output)
  }

  /// Whether the text is all white space before decoding.
  package var isWhitespace: Bool { bytes.allSatisfy(\.isWhitespace) }
}

/// A DOCTYPE. Valid only during the call that passes it.
package struct DoctypeToken {
  var name: String?
  var publicIdentifier: String?
  var systemIdentifier: String?
  var forcesQuirks: Bool
}

/// Decodes the bytes of a page's text: resolves character references, normalizes line breaks, and
/// replaces NUL and invalid UTF-8.
enum TextDecoder {
  static func string(_ bytes: UnsafeBufferPointer<UInt8>, content: TextContent) -> String {
    let hasReferences = content == .data || content == .rcdata
    let keepsNull = content == .data || content == .cdata
    guard isSpecial(bytes) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return decoded(
      bytes, references: hasReferences, inAttribute: false, keepsNull: keepsNull)
  }

  /// Appends the decoded text. Invalid UTF-8 stays unchanged.
  static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, content: TextContent, to output: inout [UInt8]
  ) {
    if isSpecial(bytes) {
      output.append(contentsOf: string(bytes, content: content).utf8)
    } else {
      output.append(contentsOf: bytes)
    }
  }

  static func attributeValue(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard isSpecial(bytes) else { return String(decoding: bytes, as: UTF8.self) }
    return decoded(bytes, references: true, inAttribute: true, keepsNull: false)
  }

  static func append(attributeValue bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    if bytes.allSatisfy({ $0 < 0x80 }), !isSpecial(bytes) {
      output.append(contentsOf: bytes)
    } else {
      output.append(contentsOf: attributeValue(bytes).utf8)
    }
  }

  /// Whether anything has to be decoded, apart from invalid UTF-8.
  private static func isSpecial(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 8, let start = bytes.baseAddress else {
      return bytes.contains { $0 == .ampersand || $0 == .carriageReturn || $0 == 0 }
    }
    // Checks eight bytes at once. The last eight may overlap the ones before.
    var position = 0
    let last = bytes.count &- 8
    while true {
      let word = UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self)
      if hasZero(word) || hasZero(word ^ 0x2626_2626_2626_2626)
        || hasZero(word ^ 0x0D0D_0D0D_0D0D_0D0D)
      {
        return true
      }
      if position == last { return false }
      position = min(position &+ 8, last)
    }
  }

  /// Whether one of the eight bytes is zero.
  @inline(__always) private static func hasZero(_ word: UInt64) -> Bool {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0
  }

  private static func decoded(
    _ bytes: UnsafeBufferPointer<UInt8>, references: Bool, inAttribute: Bool, keepsNull: Bool
  ) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      var end = position
      while end < bytes.count, bytes[end] != .ampersand, bytes[end] != .carriageReturn,
        bytes[end] > 0
      {
        end += 1
      }
      output.append(contentsOf: bytes[position..<end])
      position = end
      guard position < bytes.count else { break }
      let byte = bytes[position]
      switch byte {
      case .ampersand where references:
        let rest = UnsafeBufferPointer(rebasing: bytes[position...])
        let length = CharacterReference.resolve(rest, inAttribute: inAttribute, into: &output)
        if length == 0 { output.append(byte) }
        position += max(1, length)
        continue
      case .carriageReturn:
        output.append(.lineFeed)
        if position + 1 < bytes.count, bytes[position + 1] == .lineFeed { position += 1 }
      case 0 where !keepsNull: output.append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: output.append(byte)
      }
      position += 1
    }
    return String(decoding: output, as: UTF8.self)
  }
}
