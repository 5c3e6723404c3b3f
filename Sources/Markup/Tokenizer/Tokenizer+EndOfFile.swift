/// The rules of each state for the end of the input.
extension Tokenizer {
  mutating func endOfFile(_ input: Input, into sink: inout some TokenSink & ~Copyable) {
    switch state {
    // An unfinished tag is dropped.
    case .tagName, .beforeAttributeName, .attributeName, .afterAttributeName,
      .beforeAttributeValue, .attributeValueDoubleQuoted, .attributeValueSingleQuoted,
      .attributeValueUnquoted, .afterAttributeValueQuoted, .selfClosingStartTag:
      break
    case .markupDeclarationOpen:
      comment = 2..<2
      endComment(input, without: 0, into: &sink)
    case .bogusComment, .commentStart, .comment: endComment(input, without: 0, into: &sink)
    case .commentStartDash, .commentEndDash: endComment(input, without: 1, into: &sink)
    case .commentEnd: endComment(input, without: 2, into: &sink)
    case .commentEndBang: endComment(input, without: 3, into: &sink)
    case .doctype, .beforeDoctypeName, .doctypeName, .afterDoctypeName,
      .afterDoctypePublicKeyword, .beforeDoctypePublicIdentifier,
      .doctypePublicIdentifierDoubleQuoted, .doctypePublicIdentifierSingleQuoted,
      .afterDoctypePublicIdentifier, .betweenDoctypePublicAndSystemIdentifiers,
      .afterDoctypeSystemKeyword, .beforeDoctypeSystemIdentifier,
      .doctypeSystemIdentifierDoubleQuoted, .doctypeSystemIdentifierSingleQuoted,
      .afterDoctypeSystemIdentifier:
      doctype.forcesQuirks = true
      endDoctype(input, into: &sink)
    case .bogusDoctype: endDoctype(input, into: &sink)
    default: flushText(input, upTo: input.end, content: textContent, into: &sink)
    }
  }
}
