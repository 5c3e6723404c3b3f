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

  init(name: TagName, attributes: Attributes, isSelfClosing: Bool, line: Int) {
    self.name = name
    self.attributes = attributes
    self.isSelfClosing = isSelfClosing
    self.line = line
  }
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
  let name: String?
  let publicIdentifier: String?
  let systemIdentifier: String?
  let forcesQuirks: Bool
}
