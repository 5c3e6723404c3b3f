/// The states of attributes: sections 13.2.5.32 to 13.2.5.39.
extension Tokenizer {
  @inline(__always)
  mutating func beforeAttributeName(_ input: inout Input) {
    var position = input.position
    while position < input.end, input.start[position].isWhitespace { position += 1 }
    input.position = position
    guard position < input.end else { return }
    let byte = input.start[position]
    if byte == .slash || byte == .greaterThan {
      state = .afterAttributeName
    } else {
      beginAttribute(&input)
    }
  }

  /// Begins an attribute with the current byte, which may be a `=`.
  @inline(__always)
  private mutating func beginAttribute(_ input: inout Input) {
    let start = input.position - tokenStart
    tag.attribute = AttributeRange(nameStart: start, nameEnd: start, valueStart: 0, valueEnd: 0)
    input.position += 1
    state = .attributeName
    attributeName(&input)
  }

  @inline(__always)
  mutating func attributeName(_ input: inout Input) {
    var position = input.position
    while position < input.end {
      let byte = input.start[position]
      // Letters sort after all bytes that end a name.
      if byte <= .greaterThan {
        if byte == .equals {
          endAttributeName(at: position)
          input.position = position + 1
          state = .beforeAttributeValue
          return
        }
        if byte == .greaterThan || byte == .slash || byte.isWhitespace {
          endAttributeName(at: position)
          input.position = position
          state = .afterAttributeName
          return
        }
      }
      position += 1
    }
    input.position = position
  }

  @inline(__always)
  private mutating func endAttributeName(at position: Int) {
    let end = position - tokenStart
    tag.attribute.nameEnd = end
    tag.attribute.valueStart = end
    tag.attribute.valueEnd = end
  }

  @inline(__always)
  mutating func afterAttributeName(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    var position = input.position
    while position < input.end, input.start[position].isWhitespace { position += 1 }
    input.position = position
    guard position < input.end else { return }
    let byte = input.start[position]
    if byte == .equals, tag.attribute.nameEnd > 0 {
      input.position += 1
      state = .beforeAttributeValue
      return
    }
    endAttribute(input)
    if byte == .greaterThan {
      input.position += 1
      emitTag(&input, into: &sink)
    } else if byte == .slash {
      input.position += 1
      state = .selfClosingStartTag
    } else {
      beginAttribute(&input)
    }
  }

  @inline(__always)
  mutating func beforeAttributeValue(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    var position = input.position
    while position < input.end, input.start[position].isWhitespace { position += 1 }
    input.position = position
    guard position < input.end else { return }
    let byte = input.start[position]
    if byte == .doubleQuote || byte == .singleQuote {
      input.position += 1
      tag.attribute.valueStart = input.position - tokenStart
      state =
        byte == .doubleQuote ? .attributeValueDoubleQuoted : .attributeValueSingleQuoted
      attributeValue(&input, quotedBy: byte)
    } else if byte == .greaterThan {
      endAttribute(input)
      input.position += 1
      emitTag(&input, into: &sink)
    } else {
      tag.attribute.valueStart = position - tokenStart
      state = .attributeValueUnquoted
      attributeValueUnquoted(&input, into: &sink)
    }
  }

  @inline(__always)
  mutating func attributeValue(_ input: inout Input, quotedBy quote: UInt8) {
    let end = input.position(of: quote)
    input.position = end
    guard end < input.end else { return }
    tag.attribute.valueEnd = end - tokenStart
    endAttribute(input)
    input.position = end + 1
    state = .afterAttributeValueQuoted
  }

  @inline(__always)
  mutating func attributeValueUnquoted(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    var position = input.position
    while position < input.end {
      let byte = input.start[position]
      if byte <= .greaterThan, byte == .greaterThan || byte.isWhitespace {
        tag.attribute.valueEnd = position - tokenStart
        endAttribute(input)
        input.position = position + 1
        if byte == .greaterThan {
          emitTag(&input, into: &sink)
        } else {
          state = .beforeAttributeName
        }
        return
      }
      position += 1
    }
    input.position = position
  }

  @inline(__always)
  mutating func afterAttributeValueQuoted(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    let byte = input.start[input.position]
    if byte == .greaterThan {
      input.position += 1
      emitTag(&input, into: &sink)
    } else if byte == .slash {
      input.position += 1
      state = .selfClosingStartTag
    } else {
      if byte.isWhitespace { input.position += 1 }
      state = .beforeAttributeName
    }
  }

  /// Adds the attribute to its tag. Attributes of end tags are dropped.
  @inline(__always)
  private mutating func endAttribute(_ input: Input) {
    guard tag.attribute.nameEnd > 0 else { return }
    defer { tag.attribute = AttributeRange() }
    guard !tag.isEndTag else { return }
    tag.filter.insert(
      first: input.start[tokenStart + tag.attribute.nameStart],
      length: tag.attribute.nameEnd - tag.attribute.nameStart)
    if tag.attributeCount == attributes.count { growAttributes() }
    attributes.initializeElement(at: tag.attributeCount, to: tag.attribute)
    tag.attributeCount += 1
  }
}

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
