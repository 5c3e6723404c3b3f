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
