/// The states of a character reference that's cut off at the end of a piece: sections 13.2.5.72 to
/// 13.2.5.80. They only find the reference's end. ``CharacterReference`` resolves it.
extension Tokenizer {
  /// Enters the character reference state if the text ends in a possible beginning of a reference.
  /// - Returns: the position of the reference.
  mutating func suspendCharacterReference(_ input: Input) -> Int? {
    var position = input.end
    while position > textStart {
      position -= 1
      let byte = input.start[position]
      if byte == .ampersand { break }
      guard byte.isASCIIAlphanumeric || byte == UInt8(ascii: "#") else { return nil }
    }
    guard position < input.end, input.start[position] == .ampersand else { return nil }
    var rest = Input(start: input.start, end: input.end, position: position + 1)
    tokenStart = position
    let text = state
    referenceReturnState = text
    state = .characterReference
    while rest.position < rest.end, state != text { stepInCharacterReference(&rest) }
    return state == text ? nil : position
  }

  mutating func stepInCharacterReference(_ input: inout Input) {
    let byte = input.start[input.position]
    switch state {
    case .characterReference:
      if byte == UInt8(ascii: "#") {
        input.position += 1
        state = .numericCharacterReference
      } else {
        state = byte.isASCIIAlphanumeric ? .namedCharacterReference : referenceReturnState
      }
    case .namedCharacterReference:
      // The table has no longer names, so the following bytes are text.
      let length = input.position - tokenStart
      if byte.isASCIIAlphanumeric, length <= NamedCharacterReferences.longestName {
        input.position += 1
      } else {
        leaveCharacterReference(&input)
      }
    case .numericCharacterReference:
      if byte | 0x20 == UInt8(ascii: "x") {
        input.position += 1
        state = .hexadecimalCharacterReferenceStart
      } else {
        state = .decimalCharacterReferenceStart
      }
    case .hexadecimalCharacterReferenceStart, .hexadecimalCharacterReference:
      if byte.isASCIIDigit || (0x61...0x66).contains(byte | 0x20) {
        input.position += 1
        state = .hexadecimalCharacterReference
      } else {
        leaveCharacterReference(&input)
      }
    default:
      if byte.isASCIIDigit {
        input.position += 1
        state = .decimalCharacterReference
      } else {
        leaveCharacterReference(&input)
      }
    }
  }

  private mutating func leaveCharacterReference(_ input: inout Input) {
    if input.start[input.position] == UInt8(ascii: ";") { input.position += 1 }
    state = referenceReturnState
  }
}
