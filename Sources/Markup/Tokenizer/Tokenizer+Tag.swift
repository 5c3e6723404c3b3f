/// An unfinished tag. Positions count from the token's start.
struct TagUnderConstruction {
  var isEndTag = false
  var isSelfClosing = false
  var name = 0..<0
  var nameHash = TagName.Hash()
  var attributeCount = 0
  var filter = AttributeFilter()
  var attribute = AttributeRange()

  @inline(__always)
  mutating func begin(isEndTag: Bool) {
    self.isEndTag = isEndTag
    isSelfClosing = false
    nameHash = TagName.Hash()
    attributeCount = 0
    filter = AttributeFilter()
    attribute = AttributeRange()
    let start = isEndTag ? 2 : 1
    name = start..<start
  }
}

/// The states that begin and end a tag: sections 13.2.5.6 to 13.2.5.8 and 13.2.5.40.
extension Tokenizer {
  mutating func tagOpen(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    let byte = input.start[input.position]
    if byte.isASCIILetter {
      flushText(input, upTo: tokenStart, content: .data, into: &sink)
      beginTag(isEndTag: false)
      tagName(&input, into: &sink)
    } else if byte == .slash {
      input.position += 1
      state = .endTagOpen
    } else if byte == .bang {
      flushText(input, upTo: tokenStart, content: .data, into: &sink)
      input.position += 1
      state = .markupDeclarationOpen
    } else if byte == UInt8(ascii: "?") {
      flushText(input, upTo: tokenStart, content: .data, into: &sink)
      beginBogusComment(at: input.position)
    } else {
      state = .data
    }
  }

  mutating func endTagOpen(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    let byte = input.start[input.position]
    if byte.isASCIILetter {
      flushText(input, upTo: tokenStart, content: .data, into: &sink)
      beginTag(isEndTag: true)
      tagName(&input, into: &sink)
    } else if byte == .greaterThan {
      flushText(input, upTo: tokenStart, content: .data, into: &sink)
      input.position += 1
      textStart = input.position
      state = .data
    } else {
      flushText(input, upTo: tokenStart, content: .data, into: &sink)
      beginBogusComment(at: input.position)
    }
  }

  @inline(__always)
  mutating func beginTag(isEndTag: Bool) {
    tag.begin(isEndTag: isEndTag)
    state = .tagName
  }

  mutating func tagName(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    var position = input.position
    var hash = tag.nameHash
    var byte: UInt8 = 0
    while position < input.end {
      byte = input.start[position]
      // Letters sort after all bytes that end a name.
      if byte <= .greaterThan, byte == .greaterThan || byte == .slash || byte.isWhitespace { break }
      hash.append(byte)
      position += 1
    }
    tag.nameHash = hash
    input.position = position
    tag.name = tag.name.lowerBound..<position - tokenStart
    if position < input.end { leaveTagName(byte, &input, into: &sink) }
  }

  /// Reads the byte after a tag's name.
  mutating func leaveTagName(
    _ byte: UInt8, _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    input.position += 1
    if byte == .greaterThan {
      emitTag(&input, into: &sink)
    } else {
      state = byte == .slash ? .selfClosingStartTag : .beforeAttributeName
    }
  }

  mutating func selfClosingStartTag(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    if input.start[input.position] == .greaterThan {
      tag.isSelfClosing = true
      input.position += 1
      emitTag(&input, into: &sink)
    } else {
      state = .beforeAttributeName
    }
  }

  mutating func emitTag(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    textStart = input.position
    let start = input.start + tokenStart
    let name = TagName(
      start: start + tag.name.lowerBound, count: tag.name.count, hash: tag.nameHash)
    guard !tag.isEndTag else {
      state = .data
      sink.endTag(name)
      return
    }
    let line = countsLines ? line(input) : 1
    let ranges = UnsafeBufferPointer(start: attributes.baseAddress, count: tag.attributeCount)
    let next = sink.startTag(
      StartTag(
        name: name,
        attributes: Attributes(
          start: start, ranges: ranges, filter: tag.filter, content: .html),
        isSelfClosing: tag.isSelfClosing, line: line))
    state = next
    if next != .data { setLastStartTag(name) }
  }

  mutating func setLastStartTag(_ name: TagName) {
    lastStartTag.removeAll(keepingCapacity: true)
    for byte in name.bytes { lastStartTag.append(byte.asciiLowercased) }
  }
}

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
  var nextLessThan: Int? {
    // Most tags directly follow another tag.
    if position < end, start[position] == .lessThan { return position }
    return find(.lessThan, from: position)
  }

  /// - Returns: the end of the name of a tag that begins at the current position.
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

  /// Scans the attributes of a tag from the current position to the tag's end, or until the memory
  /// is full.
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
  @inline(__always) fileprivate var endsTagName: Bool {
    self <= .greaterThan && (self == .greaterThan || self == .slash || isWhitespace)
  }
  @inline(__always) fileprivate var endsAttributeName: Bool {
    self <= .greaterThan
      && (self == .greaterThan || self == .equals || self == .slash || isWhitespace)
  }
}

/// The states that look for the end tag of a text: sections 13.2.5.9 to 13.2.5.17, 13.2.5.24 and
/// 13.2.5.25. Bytes that turn out not to be the end tag remain part of the text.
extension Tokenizer {
  mutating func lessThanSign(_ input: inout Input, slash: State, else text: State) {
    matchedLength = 0
    if input.start[input.position] == .slash {
      input.position += 1
      state = slash
    } else {
      state = text
    }
  }

  mutating func matchedEndTagOpen(_ input: Input, name: State, else text: State) {
    matchedLength = 0
    state = input.start[input.position].isASCIILetter ? name : text
  }

  /// Reads the name of an end tag, which is appropriate only if it's the name of the last start tag
  /// (https://html.spec.whatwg.org/#appropriate-end-tag-token).
  mutating func matchedEndTagName(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable, else text: State
  ) {
    var length = matchedLength ?? 0
    while length < lastStartTag.count, input.position < input.end,
      input.start[input.position].asciiLowercased == lastStartTag[length]
    {
      input.position += 1
      length += 1
    }
    matchedLength = length
    guard input.position < input.end else { return }
    let byte = input.start[input.position]
    if length == lastStartTag.count, length > 0,
      byte.isWhitespace || byte == .slash || byte == .greaterThan
    {
      flushText(input, upTo: tokenStart, content: textContent, into: &sink)
      beginTag(isEndTag: true)
      for byte in lastStartTag { tag.nameHash.append(byte) }
      tag.name = 2..<2 + length
      leaveTagName(byte, &input, into: &sink)
    } else {
      state = text
    }
  }
}
