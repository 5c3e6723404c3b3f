/// The scanned part of a tag's attributes.
struct AttributeScan {
  /// The position after the last attribute, or after the tag.
  var position: Int
  var count = 0
  var filter = AttributeFilter()
  var isSelfClosing = false
  /// Whether the memory was full before the next attribute.
  var needsRoom = false
}

/// Scans the parts of a complete tag. These are methods of the input, because methods of the
/// tokenizer would copy the whole tokenizer.
extension Tokenizer.Input {
  @inline(__always)
  func nextLessThan(from position: Int) -> Int? {
    // Most tags directly follow another tag.
    if position < end, start[position] == .lessThan { return position }
    return find(.lessThan, from: position)
  }

  /// - Returns: the end of the name of a tag that begins at a position.
  @inline(__always)
  func scanTagName(from first: Int, _ hash: inout TagName.Hash) -> Int {
    var position = first
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

  /// Scans the attributes of a tag up to the tag's end, or until the memory is full.
  /// - Parameter tag: the start of the tag.
  /// - Returns: false if the input ends inside the tag.
  @inline(never)
  func scanAttributes(
    of tag: Int, _ scan: inout AttributeScan,
    into slots: UnsafeMutableBufferPointer<AttributeRange>
  ) -> Bool {
    guard var slot = slots.baseAddress.map({ $0 + scan.count }) else { return false }
    var position = scan.position
    var count = scan.count
    var filter = scan.filter
    while position < end {
      var byte = start[position]
      position &+= 1
      if byte == UInt8(ascii: " "), position < end {
        byte = start[position]
        position &+= 1
      }
      if byte == .greaterThan {
        scan = AttributeScan(position: position, count: count, filter: filter)
        return true
      }
      if byte.isWhitespace { continue }
      if byte == .slash {
        guard position < end, start[position] == .greaterThan else { continue }
        scan = AttributeScan(
          position: position &+ 1, count: count, filter: filter, isSelfClosing: true)
        return true
      }
      if count == slots.count {
        scan = AttributeScan(
          position: position &- 1, count: count, filter: filter, needsRoom: true)
        return true
      }
      guard let next = scanAttribute(of: tag, from: position, into: slot) else { return false }
      filter.insert(first: byte, length: slot.pointee.nameEnd &- slot.pointee.nameStart)
      position = next
      slot += 1
      count &+= 1
    }
    return false
  }

  /// Scans the attribute whose name has begun before a position, maybe with a `=`.
  /// - Parameter tag: the start of the tag.
  /// - Returns: the position after the attribute, or nil if the input ends inside it.
  @inline(__always)
  func scanAttribute(
    of tag: Int, from first: Int, into slot: UnsafeMutablePointer<AttributeRange>
  ) -> Int? {
    let nameEnd = attributeNameEnd(from: first)
    let value = nameEnd &+ 2
    // Most attributes are spelled `name="value"`.
    guard value < end, start[nameEnd] == .equals, start[value &- 1] == .doubleQuote else {
      return scanRareAttribute(of: tag, from: first, to: nameEnd, into: slot)
    }
    guard let valueEnd = find(.doubleQuote, from: value) else { return nil }
    slot.initialize(
      to: AttributeRange(
        nameStart: first &- 1 &- tag, nameEnd: nameEnd &- tag, valueStart: value &- tag,
        valueEnd: valueEnd &- tag))
    return valueEnd &+ 1
  }

  /// Scans an attribute in any syntax, whose name ends at a known position.
  @inline(never)
  private func scanRareAttribute(
    of tag: Int, from first: Int, to nameEnd: Int,
    into slot: UnsafeMutablePointer<AttributeRange>
  ) -> Int? {
    let name = nameEnd &- tag
    slot.initialize(
      to: AttributeRange(
        nameStart: first &- 1 &- tag, nameEnd: name, valueStart: name, valueEnd: name))
    var position = nameEnd
    while position < end, start[position].isWhitespace { position &+= 1 }
    guard position < end else { return nil }
    guard start[position] == .equals else { return position }
    position &+= 1
    while position < end, start[position].isWhitespace { position &+= 1 }
    guard position < end else { return nil }
    let quote = start[position]
    let isQuoted = quote == .doubleQuote || quote == .singleQuote
    if isQuoted { position &+= 1 }
    slot.pointee.valueStart = position &- tag
    if isQuoted {
      guard let found = find(quote, from: position) else { return nil }
      position = found
    } else {
      while position < end, start[position] != .greaterThan, !start[position].isWhitespace {
        position &+= 1
      }
    }
    slot.pointee.valueEnd = position &- tag
    return isQuoted ? position &+ 1 : position
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

/// Eight bytes of a name, which are compared at once. Names are short, so their length is hard to
/// predict for the processor, but easy to compute.
private struct ByteWord {
  private let value: UInt64

  init(_ bytes: UInt64) { value = UInt64(littleEndian: bytes) }

  /// The number of bytes from the first on that are letters, or other bytes that sort after all
  /// ends of names.
  @inline(__always) var countOfLetters: Int {
    (~value & 0x4040_4040_4040_4040).trailingZeroBitCount &>> 3
  }

  /// The number of bytes from the first on that are like ``countOfLetters``, but not capitals.
  @inline(__always) var countOfSmallLetters: Int {
    ((~value | ~value &<< 1) & 0x4040_4040_4040_4040).trailingZeroBitCount &>> 3
  }
}

extension UInt8 {
  // Letters sort after all bytes that end a name.
  @inline(__always) var endsTagName: Bool {
    self <= .greaterThan && (self == .greaterThan || self == .slash || isWhitespace)
  }
  @inline(__always) fileprivate var endsAttributeName: Bool {
    self <= .greaterThan
      && (self == .greaterThan || self == .equals || self == .slash || isWhitespace)
  }
}
