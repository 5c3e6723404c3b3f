/// The kind of a text token's content.
package enum TextContent: Sendable {
  /// Text between tags, with character references. NUL stays, because its meaning depends on the
  /// surrounding element.
  case data
  /// Text like ``data``, but with NUL replaced, as in `<title>`.
  case rcdata
  /// The content of a script or style, without character references.
  case rawText
  /// The content of a CDATA section.
  case cdata
}

extension Tokenizer {
  /// The kind of the text in the current state.
  var textContent: TextContent {
    switch state {
    case .data: .data
    case .rcdata: .rcdata
    case .cdataSection: .cdata
    case .rawText, .plaintext, .scriptData, .scriptDataEscaped, .scriptDataDoubleEscaped: .rawText
    }
  }

  /// Passes on the text before a position.
  @inline(__always)
  mutating func flushText(
    _ input: Input, upTo end: Int, content: TextContent, into sink: inout some TokenSink & ~Copyable
  ) {
    if textStart < end, sink.wantsText {
      sink.text(TextToken(bytes: input.bytes(textStart..<end), content: content))
    }
    textStart = end
  }

  /// The end of the text in the input. The bytes after it mean something else if certain others
  /// follow.
  func endOfText(_ input: Input, isWanted: Bool) -> Int {
    if input.isLast { return input.end }
    switch state {
    case .scriptDataEscaped, .scriptDataDoubleEscaped:
      let dashes = input.trailing(.dash, before: input.end, from: textStart)
      if dashes > 0 { return input.end - dashes }
    case .cdataSection:
      let brackets = input.trailing(.closingBracket, before: input.end, from: textStart)
      if brackets > 0 { return input.end - brackets }
    case .data, .rcdata:
      if isWanted, let start = openReference(input) { return start }
    case .rawText, .plaintext, .scriptData: break
    }
    guard isWanted, textStart < input.end else { return input.end }
    // A line feed may follow.
    if input.start[input.end - 1] == .carriageReturn { return input.end - 1 }
    // The rest of a character of up to four bytes may follow.
    for length in 1...3 where input.end - textStart >= length {
      let byte = input.start[input.end - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? input.end - length : input.end
    }
    return input.end
  }

  /// The start of a character reference at the end of the text that may go on.
  private func openReference(_ input: Input) -> Int? {
    var position = input.end
    while position > textStart {
      position -= 1
      let byte = input.start[position]
      if byte == .ampersand {
        let length = input.end - position
        let isNumeric = length > 1 && input.start[position + 1] == UInt8(ascii: "#")
        return isNumeric || length <= NamedCharacterReferences.longestName ? position : nil
      }
      guard byte.isASCIIAlphanumeric || byte == UInt8(ascii: "#") else { return nil }
    }
    return nil
  }
}

/// The states of text that ends at an end tag: sections 13.2.5.2 to 13.2.5.4, 13.2.5.9 to 13.2.5.31
/// and 13.2.5.69 to 13.2.5.71. Character references need no state here, because they're resolved on
/// request. Each function returns the position up to which it has read, or nil if the input ends
/// inside a token.
extension Tokenizer {
  /// Reads the content of a title, a style and the like.
  mutating func readText(
    _ input: Input, from first: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    var next: Int? = first
    while let position = next, let start = input.markup(from: position) {
      next = readEndTag(input, at: start, into: &sink)
      if state == .data { return next }
    }
    return next == nil ? nil : input.end
  }

  /// Reads the end tag of the current text, which has the name of the last start tag
  /// (https://html.spec.whatwg.org/#appropriate-end-tag-token).
  /// - Returns: the position after the `<` if no such tag begins there.
  private mutating func readEndTag(
    _ input: Input, at start: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    guard start + 1 < input.end else { return input.isLast ? input.end : leaveOpen(at: start) }
    let name = start + 2
    guard input.start[start + 1] == .slash, !lastStartTag.isEmpty else { return start + 1 }
    var hash = TagName.Hash()
    var end = name
    for byte in lastStartTag {
      guard end < input.end, input.start[end].asciiLowercased == byte else { break }
      hash.append(byte)
      end += 1
    }
    guard end < input.end else { return input.isLast ? input.end : leaveOpen(at: start) }
    guard end - name == lastStartTag.count, input.start[end].endsTagName else { return start + 1 }
    flushText(input, upTo: start, content: textContent, into: &sink)
    guard let scan = scanTag(input, at: start, from: end) else { return leaveOpen(at: start) }
    textStart = scan.position
    state = .data
    sink.endTag(TagName(start: input.start + name, count: end - name, hash: hash))
    return scan.position
  }

  /// Reads a script up to what looks like a comment.
  mutating func readScript(
    _ input: Input, from first: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    var next: Int? = first
    while let position = next, let start = input.markup(from: position) {
      switch input.match("<!--", at: start) {
      case .whole:
        state = .scriptDataEscaped
        return start + 4
      case .beginning where !input.isLast: next = leaveOpen(at: start)
      default: next = readEndTag(input, at: start, into: &sink)
      }
      if state == .data { return next }
    }
    return next == nil ? nil : input.end
  }

  /// Reads what looks like a comment in a script, up to its end, or up to where a script begins or
  /// ends in it.
  mutating func readScriptComment(
    _ input: Input, from first: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    let isInScript = state == .scriptDataDoubleEscaped
    let tag: StaticString = isInScript ? "</script" : "<script"
    var position = first
    while true {
      position = input.start.position(
        of: .lessThan, or: .greaterThan, from: position, to: input.end)
      guard position < input.end else { return position }
      if input.start[position] == .greaterThan {
        position += 1
        if input.trailing(.dash, before: position - 1, from: 0) == 2 {
          state = .scriptData
          return position
        }
        continue
      }
      let end = position + tag.utf8CodeUnitCount
      let match = input.match(tag, at: position)
      if match == .whole, end < input.end, input.start[end].endsTagName {
        state = isInScript ? .scriptDataEscaped : .scriptDataDoubleEscaped
        return end + 1
      }
      let isOpen = match == .beginning || match == .whole && end == input.end
      if isOpen, !input.isLast { return leaveOpen(at: position) }
      guard !isInScript else {
        position += 1
        continue
      }
      guard let next = readEndTag(input, at: position, into: &sink) else { return nil }
      position = next
      if state == .data { return position }
    }
  }

  mutating func readCDATASection(
    _ input: Input, from first: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    var position = first
    while let mark = input.find(.greaterThan, from: position) {
      position = mark + 1
      guard input.trailing(.closingBracket, before: mark, from: textStart) == 2
      else { continue }
      flushText(input, upTo: mark - 2, content: .cdata, into: &sink)
      textStart = position
      state = .data
      return position
    }
    return input.end
  }
}
