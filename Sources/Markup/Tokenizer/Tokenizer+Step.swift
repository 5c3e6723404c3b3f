extension Tokenizer {
  /// Continues in the current state, at least until the state changes or the input ends.
  mutating func step(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    switch state {
    case .data: readMarkup(&input, into: &sink)
    case .rcdata: readText(&input, upTo: .rcdataLessThanSign)
    case .rawText: readText(&input, upTo: .rawTextLessThanSign)
    case .scriptData: readText(&input, upTo: .scriptDataLessThanSign)
    case .plaintext: input.position = input.end
    case .tagOpen: tagOpen(&input, into: &sink)
    case .endTagOpen: endTagOpen(&input, into: &sink)
    case .tagName: tagName(&input, into: &sink)
    case .rcdataLessThanSign: lessThanSign(&input, slash: .rcdataEndTagOpen, else: .rcdata)
    case .rawTextLessThanSign: lessThanSign(&input, slash: .rawTextEndTagOpen, else: .rawText)
    case .scriptDataLessThanSign: scriptDataLessThanSign(&input)
    case .scriptDataEscapedLessThanSign: scriptDataEscapedLessThanSign(&input)
    case .rcdataEndTagOpen: matchedEndTagOpen(input, name: .rcdataEndTagName, else: .rcdata)
    case .rawTextEndTagOpen: matchedEndTagOpen(input, name: .rawTextEndTagName, else: .rawText)
    case .scriptDataEndTagOpen:
      matchedEndTagOpen(input, name: .scriptDataEndTagName, else: .scriptData)
    case .scriptDataEscapedEndTagOpen:
      matchedEndTagOpen(input, name: .scriptDataEscapedEndTagName, else: .scriptDataEscaped)
    case .rcdataEndTagName: matchedEndTagName(&input, into: &sink, else: .rcdata)
    case .rawTextEndTagName: matchedEndTagName(&input, into: &sink, else: .rawText)
    case .scriptDataEndTagName: matchedEndTagName(&input, into: &sink, else: .scriptData)
    case .scriptDataEscapedEndTagName:
      matchedEndTagName(&input, into: &sink, else: .scriptDataEscaped)
    case .scriptDataEscapeStart, .scriptDataEscapeStartDash: scriptDataEscapeStart(&input)
    case .scriptDataEscaped, .scriptDataEscapedDash, .scriptDataEscapedDashDash:
      scriptDataEscaped(&input)
    case .scriptDataDoubleEscapeStart:
      scriptName(&input, found: .scriptDataDoubleEscaped, else: .scriptDataEscaped)
    case .scriptDataDoubleEscapeEnd:
      scriptName(&input, found: .scriptDataEscaped, else: .scriptDataDoubleEscaped)
    case .scriptDataDoubleEscaped, .scriptDataDoubleEscapedDash,
      .scriptDataDoubleEscapedDashDash:
      scriptDataDoubleEscaped(&input)
    case .scriptDataDoubleEscapedLessThanSign:
      lessThanSign(&input, slash: .scriptDataDoubleEscapeEnd, else: .scriptDataDoubleEscaped)
    case .beforeAttributeName: beforeAttributeName(&input)
    case .attributeName: attributeName(&input)
    case .afterAttributeName: afterAttributeName(&input, into: &sink)
    case .beforeAttributeValue: beforeAttributeValue(&input, into: &sink)
    case .attributeValueDoubleQuoted: attributeValue(&input, quotedBy: .doubleQuote)
    case .attributeValueSingleQuoted: attributeValue(&input, quotedBy: .singleQuote)
    case .attributeValueUnquoted: attributeValueUnquoted(&input, into: &sink)
    case .afterAttributeValueQuoted: afterAttributeValueQuoted(&input, into: &sink)
    case .selfClosingStartTag: selfClosingStartTag(&input, into: &sink)
    case .bogusComment, .markupDeclarationOpen, .commentStart, .commentStartDash, .comment,
      .commentEndDash, .commentEnd, .commentEndBang:
      stepInComment(&input, into: &sink)
    case .cdataSection, .cdataSectionBracket, .cdataSectionEnd:
      stepInCDATASection(&input, into: &sink)
    case .characterReference, .namedCharacterReference, .numericCharacterReference,
      .hexadecimalCharacterReferenceStart, .hexadecimalCharacterReference,
      .decimalCharacterReferenceStart, .decimalCharacterReference:
      stepInCharacterReference(&input)
    default: stepInDoctype(&input, into: &sink)
    }
  }
}
