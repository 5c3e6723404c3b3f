/// Reads a tag in one go. The states do the same byte by byte, and take many times as long, because
/// they may have to stop after any byte.
extension Tokenizer {
  /// Reads the tag whose name begins at the current position, as the states 13.2.5.8 to 13.2.5.40
  /// do, and hands it out.
  /// - Returns: false if the input ends within the tag. Nothing is changed then, and the states have
  ///   to read it. So no byte is looked at more than twice.
  @inline(__always)
  mutating func readWholeTag(
    _ input: inout Input, isEndTag: Bool, into sink: inout some TokenSink
  ) -> Bool {
    let bytes = input.start
    let end = input.end
    var position = input.position
    var hash = TagName.Hash()
    while position < end, !bytes[position].endsTagName {
      hash.append(bytes[position])
      position += 1
    }
    let nameEnd = position
    tag.begin(isEndTag: isEndTag)
    while position < end {
      let byte = bytes[position]
      if byte == .greaterThan {
        tag.isSelfClosing = bytes[position - 1] == .slash && position > nameEnd
        return handOut()
      }
      position += 1
      if byte.isWhitespace || byte == .slash { continue }
      guard let next = readAttribute(bytes, from: position - 1, end: end) else { return false }
      position = next
      // A slash at the end of a value doesn't close the element.
      if position < end, bytes[position] == .greaterThan { return handOut() }
    }
    return false

    func handOut() -> Bool {
      tag.nameHash = hash
      tag.name = tag.name.lowerBound..<nameEnd - tokenStart
      input.position = position + 1
      emitTag(&input, into: &sink)
      return true
    }
  }

  /// Reads the attribute whose name begins at a position, perhaps with a `=`.
  /// - Returns: the position after it, or nil if the input ends within it.
  @inline(__always)
  private mutating func readAttribute(
    _ bytes: UnsafePointer<UInt8>, from nameStart: Int, end: Int
  ) -> Int? {
    var position = nameStart + 1
    while position < end, !bytes[position].endsAttributeName { position += 1 }
    let nameEnd = position
    while position < end, bytes[position].isWhitespace { position += 1 }
    guard position < end else { return nil }
    var value = nameEnd..<nameEnd
    if bytes[position] == .equals {
      position += 1
      while position < end, bytes[position].isWhitespace { position += 1 }
      guard position < end else { return nil }
      let quote = bytes[position]
      if quote == .doubleQuote || quote == .singleQuote {
        let input = Input(start: bytes, end: end, position: position + 1)
        let valueEnd = input.position(of: quote)
        guard valueEnd < end else { return nil }
        value = position + 1..<valueEnd
        position = valueEnd + 1
      } else {
        let valueStart = position
        while position < end, bytes[position] != .greaterThan, !bytes[position].isWhitespace {
          position += 1
        }
        value = valueStart..<position
      }
    }
    if !tag.isEndTag {
      let attribute = AttributeRange(
        nameStart: nameStart - tokenStart, nameEnd: nameEnd - tokenStart,
        valueStart: value.lowerBound - tokenStart, valueEnd: value.upperBound - tokenStart)
      tag.add(attribute, startingWith: bytes[nameStart])
    }
    return position
  }
}

extension UInt8 {
  // Letters come after all bytes that end a name.
  @inline(__always) fileprivate var endsTagName: Bool {
    self <= .greaterThan && (self == .greaterThan || self == .slash || isWhitespace)
  }
  @inline(__always) fileprivate var endsAttributeName: Bool {
    self <= .greaterThan
      && (self == .greaterThan || self == .equals || self == .slash || isWhitespace)
  }
}
