/// Receives the tokens of a ``Tokenizer``, as the tree construction stage of the standard does.
/// Tokens are valid only during the call.
package protocol TokenSink: ~Copyable {
  /// - Returns: the state in which the element's content is read: ``Tokenizer/State/data`` for most.
  mutating func startTag(_ tag: StartTag) -> Tokenizer.State
  mutating func endTag(_ name: TagName)
  /// Receives text in pieces of any length.
  mutating func text(_ text: TextToken)
  mutating func comment(_ comment: TextToken)
  mutating func doctype(_ doctype: DoctypeToken)
  /// Whether text that comes now is wanted. Other text is skipped.
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

/// A start tag. Valid only while it's being handed out.
package struct StartTag {
  package let name: TagName
  package let attributes: Attributes
  package let isSelfClosing: Bool
  /// The line the tag ends in, from 1, if the parser counts lines.
  package let line: Int

  init(name: TagName, attributes: Attributes, isSelfClosing: Bool, line: Int) {
    self.name = name
    self.attributes = attributes
    self.isSelfClosing = isSelfClosing
    self.line = line
  }
}

/// A piece of text as the page spells it, which is decoded when it's asked for. Valid only while
/// it's being handed out.
package struct TextToken {
  package let bytes: UnsafeBufferPointer<UInt8>
  let content: TextContent

  package init(bytes: UnsafeBufferPointer<UInt8>, content: TextContent) {
    self.bytes = bytes
    self.content = content
  }

  /// The text with its character references resolved.
  package var string: String { TextDecoder.string(bytes, content: content) }

  /// Appends the text with its character references resolved. Makes no string of most texts.
  package func append(to output: inout [UInt8]) {
    TextDecoder.append(bytes, content: content, to: &output)
  }

  /// Whether it's all white space as the page spells it.
  package var isWhitespace: Bool { bytes.allSatisfy(\.isWhitespace) }
}

/// A DOCTYPE. Valid only while it's being handed out.
package struct DoctypeToken {
  let name: String?
  let publicIdentifier: String?
  let systemIdentifier: String?
  let forcesQuirks: Bool
}
