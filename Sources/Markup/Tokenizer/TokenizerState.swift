extension Tokenizer {
  /// The states, in the order of the standard.
  ///
  /// Some states of the standard are part of their neighbors here: the states for a less-than sign
  /// in a comment and the ambiguous ampersand, which only report errors, and the end of a numeric
  /// character reference, which ``CharacterReference`` resolves.
  package enum State: UInt8, CaseIterable, Sendable {
    case data, rcdata, rawText, scriptData, plaintext
    case tagOpen, endTagOpen, tagName
    case rcdataLessThanSign, rcdataEndTagOpen, rcdataEndTagName
    case rawTextLessThanSign, rawTextEndTagOpen, rawTextEndTagName
    case scriptDataLessThanSign, scriptDataEndTagOpen, scriptDataEndTagName
    case scriptDataEscapeStart, scriptDataEscapeStartDash
    case scriptDataEscaped, scriptDataEscapedDash, scriptDataEscapedDashDash
    case scriptDataEscapedLessThanSign, scriptDataEscapedEndTagOpen, scriptDataEscapedEndTagName
    case scriptDataDoubleEscapeStart
    case scriptDataDoubleEscaped, scriptDataDoubleEscapedDash, scriptDataDoubleEscapedDashDash
    case scriptDataDoubleEscapedLessThanSign, scriptDataDoubleEscapeEnd
    case beforeAttributeName, attributeName, afterAttributeName, beforeAttributeValue
    case attributeValueDoubleQuoted, attributeValueSingleQuoted, attributeValueUnquoted
    case afterAttributeValueQuoted, selfClosingStartTag
    case bogusComment, markupDeclarationOpen
    case commentStart, commentStartDash, comment, commentEndDash, commentEnd, commentEndBang
    case doctype, beforeDoctypeName, doctypeName, afterDoctypeName
    case afterDoctypePublicKeyword, beforeDoctypePublicIdentifier
    case doctypePublicIdentifierDoubleQuoted, doctypePublicIdentifierSingleQuoted
    case afterDoctypePublicIdentifier, betweenDoctypePublicAndSystemIdentifiers
    case afterDoctypeSystemKeyword, beforeDoctypeSystemIdentifier
    case doctypeSystemIdentifierDoubleQuoted, doctypeSystemIdentifierSingleQuoted
    case afterDoctypeSystemIdentifier, bogusDoctype
    case cdataSection, cdataSectionBracket, cdataSectionEnd
    /// The states of a character reference in text. References in attributes are resolved on
    /// request.
    case characterReference, namedCharacterReference, numericCharacterReference
    case hexadecimalCharacterReferenceStart, hexadecimalCharacterReference
    case decimalCharacterReferenceStart, decimalCharacterReference
  }
}
