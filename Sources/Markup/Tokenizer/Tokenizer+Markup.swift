/// Reads text and whole tags in one loop. The states do the same, but have to be able to stop after
/// any byte, and take three times as long.
extension Tokenizer {
  /// The data state, and for tags that the input has whole, the states from 13.2.5.6 to 13.2.5.8
  /// and 13.2.5.32 to 13.2.5.40. All other markup is left to the states, which begin with its `<`.
  ///
  /// A tag that's cut by the end of the input is read again by the states. So no byte is looked at
  /// more than twice.
  mutating func readMarkup(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    let bytes = input.start
    while let start = input.nextLessThan {
      tokenStart = start
      input.position = start + 1
      var name = start &+ 1
      if name < input.end, bytes[name] == .slash { name &+= 1 }
      guard name < input.end, bytes[name].isASCIILetter else {
        state = .tagOpen
        return
      }
      let isEndTag = name > start + 1
      flushText(input, upTo: start, content: .data, into: &sink)
      input.position = name
      guard let scan = scanTag(input, isEndTag: isEndTag) else {
        beginTag(isEndTag: isEndTag)
        return
      }
      input.position = scan.end
      textStart = scan.end
      let tagName = TagName(start: bytes + name, count: scan.nameEnd - name, hash: scan.hash)
      if isEndTag {
        sink.endTag(tagName)
        continue
      }
      state = sink.startTag(
        StartTag(
          name: tagName,
          attributes: Attributes(
            start: bytes + start,
            ranges: UnsafeBufferPointer(start: attributes.baseAddress, count: scan.count),
            filter: scan.filter, content: .html),
          isSelfClosing: scan.isSelfClosing, line: countsLines ? line(input) : 1))
      if state != .data {
        lastStartTag = tagName.lowercased
        return
      }
    }
    tokenStart = input.end
    input.position = input.end
  }

  /// What a tag consists of, apart from the ranges of its attributes.
  private struct TagScan {
    var hash = TagName.Hash()
    var nameEnd = 0
    /// The position after the tag.
    var end = 0
    /// How many attributes there are.
    var count = 0
    var filter = AttributeFilter()
    var isSelfClosing = false
  }

  /// Scans the tag whose name begins at the current position.
  /// - Returns: nil if the input ends within the tag.
  @inline(__always)
  private mutating func scanTag(_ input: Input, isEndTag: Bool) -> TagScan? {
    let bytes = input.start
    let end = input.end
    let start = tokenStart
    var scan = TagScan()
    var position = input.scanTagName(&scan.hash)
    scan.nameEnd = position
    while position < end {
      let byte = bytes[position]
      position &+= 1
      if byte == .greaterThan {
        scan.end = position
        return scan
      }
      if byte == .slash, position < end, bytes[position] == .greaterThan {
        scan.isSelfClosing = true
        scan.end = position &+ 1
        return scan
      }
      if byte.isWhitespace || byte == .slash { continue }
      if scan.count == attributes.count { growAttributes() }
      guard let slot = attributes.baseAddress.map({ $0 + scan.count }),
        input.scanAttribute(of: start, at: &position, into: slot)
      else { return nil }
      // The attributes of an end tag mean nothing.
      if isEndTag { continue }
      scan.count &+= 1
      scan.filter.insert(
        first: bytes[start &+ slot.pointee.nameStart],
        length: slot.pointee.nameEnd &- slot.pointee.nameStart)
    }
    return nil
  }
}
