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
      var hash = TagName.Hash()
      let nameEnd = input.scanTagName(&hash)
      guard let scan = scanTag(input, from: nameEnd) else {
        beginTag(isEndTag: isEndTag)
        return
      }
      input.position = scan.position
      textStart = scan.position
      let tagName = TagName(start: bytes + name, count: nameEnd &- name, hash: hash)
      // The attributes of an end tag mean nothing.
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
        setLastStartTag(tagName)
        return
      }
    }
    tokenStart = input.end
    input.position = input.end
  }

  /// Scans the rest of the tag whose name ends at a position.
  /// - Returns: nil if the input ends within the tag.
  @inline(__always)
  private mutating func scanTag(_ input: Input, from nameEnd: Int) -> AttributeScan? {
    // Nearly half of all tags end here.
    if nameEnd < input.end, input.start[nameEnd] == .greaterThan {
      return AttributeScan(position: nameEnd &+ 1)
    }
    var scan = AttributeScan(position: nameEnd)
    while input.scanAttributes(of: tokenStart, &scan, into: attributes) {
      if !scan.needsRoom { return scan }
      scan.needsRoom = false
      growAttributes()
    }
    return nil
  }
}
