/// Reads text and whole tags in one loop. The state functions have the same results, but need three
/// times as long, because they can stop after any byte.
extension Tokenizer {
  /// The data state. For tags that are completely in the input, also the states from 13.2.5.6 to
  /// 13.2.5.8 and 13.2.5.32 to 13.2.5.40. All other markup is left to the state functions, from its
  /// `<` on.
  ///
  /// The state functions read a tag again that's cut off at the end of the input, so every byte is
  /// read at most twice.
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
      // Attributes of end tags are ignored.
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

  /// Scans the rest of a tag after its name.
  /// - Returns: nil if the input ends inside the tag.
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
