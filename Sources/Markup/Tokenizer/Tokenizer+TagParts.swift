/// The parts of a tag that's whole. Methods of the tokenizer itself would copy all of it.
extension Tokenizer.Input {
  @inline(__always)
  var nextLessThan: Int? {
    // Most tags follow another one at once.
    if position < end, start[position] == .lessThan { return position }
    return find(.lessThan, from: position)
  }

  /// - Returns: where the name of a tag ends that begins at the current position.
  @inline(__always)
  func scanTagName(_ hash: inout TagName.Hash) -> Int {
    var position = position
    if end &- position >= 8 {
      let word = UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self)
      let letters = ByteWord(word).countOfSmallLetters
      hash = TagName.Hash(word, count: letters)
      position &+= letters
    }
    while position < end, !start[position].endsTagName {
      hash.append(start[position])
      position &+= 1
    }
    return position
  }

  /// Scans the attribute whose name began before a position, perhaps with a `=`, and moves the
  /// position behind it.
  /// - Parameter tag: where the tag begins.
  /// - Returns: false if the input ends within it.
  @inline(__always)
  func scanAttribute(
    of tag: Int, at place: inout Int, into slot: UnsafeMutablePointer<AttributeRange>
  ) -> Bool {
    var position = place
    var range = AttributeRange(nameStart: position &- 1 &- tag)
    defer {
      place = position
      slot.initialize(to: range)
    }
    position = attributeNameEnd(from: position)
    range.nameEnd = position &- tag
    range.valueStart = range.nameEnd
    range.valueEnd = range.nameEnd
    while position < end, start[position].isWhitespace { position &+= 1 }
    guard position < end else { return false }
    guard start[position] == .equals else { return true }
    position &+= 1
    while position < end, start[position].isWhitespace { position &+= 1 }
    guard position < end else { return false }
    let quote = start[position]
    if quote == .doubleQuote || quote == .singleQuote {
      position &+= 1
      guard let found = find(quote, from: position) else { return false }
      range.valueStart = position &- tag
      position = found
      range.valueEnd = position &- tag
      position &+= 1
    } else {
      range.valueStart = position &- tag
      while position < end, start[position] != .greaterThan, !start[position].isWhitespace {
        position &+= 1
      }
      range.valueEnd = position &- tag
    }
    return true
  }

  @inline(__always)
  private func attributeNameEnd(from first: Int) -> Int {
    var position = first
    while end &- position >= 8 {
      let word = UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self)
      let letters = ByteWord(word).countOfLetters
      position &+= letters
      if letters == 8 { continue }
      if start[position].endsAttributeName { return position }
      position &+= 1
    }
    while position < end, !start[position].endsAttributeName { position &+= 1 }
    return position
  }
}

/// Eight bytes of a name, which are looked at together. Names are short, so where they end is as hard
/// to foresee as it's easy to compute.
private struct ByteWord {
  private let value: UInt64

  init(_ bytes: UInt64) { value = UInt64(littleEndian: bytes) }

  /// How many bytes from the first on are letters, or others that come behind all bytes that end a
  /// name.
  @inline(__always) var countOfLetters: Int {
    (~value & 0x4040_4040_4040_4040).trailingZeroBitCount &>> 3
  }

  /// The same without capitals.
  @inline(__always) var countOfSmallLetters: Int {
    ((~value | ~value &<< 1) & 0x4040_4040_4040_4040).trailingZeroBitCount &>> 3
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
