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
