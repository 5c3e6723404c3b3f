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

/// The states of text: sections 13.2.5.1 to 13.2.5.5.
extension Tokenizer {
  /// The data, RCDATA, RAWTEXT and script data states. Character references need no state here,
  /// because they're resolved on request, unless the piece ends inside one.
  @inline(__always)
  mutating func readText(_ input: inout Input, upTo next: State) {
    while true {
      tokenStart = input.positionOfMarkup
      input.position = tokenStart
      guard tokenStart < input.end else { return }
      input.position += 1
      // Most of these texts contain tags that don't end them.
      guard isOtherEndTag(input) else { break }
    }
    state = next
  }

  /// Whether a `</` can't begin the expected end tag, judged by its first letter.
  @inline(__always)
  private func isOtherEndTag(_ input: Input) -> Bool {
    guard input.position &+ 1 < input.end, input.start[input.position] == .slash else {
      return false
    }
    return input.start[input.position &+ 1].asciiLowercased != lastStartTag.first
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

  /// The kind of the text before the current position.
  var textContent: TextContent {
    switch state {
    case .rcdata, .rcdataLessThanSign, .rcdataEndTagOpen, .rcdataEndTagName: .rcdata
    case .data, .tagOpen, .endTagOpen: .data
    case .cdataSection, .cdataSectionBracket, .cdataSectionEnd: .cdata
    case .characterReference, .namedCharacterReference, .numericCharacterReference,
      .hexadecimalCharacterReferenceStart, .hexadecimalCharacterReference,
      .decimalCharacterReferenceStart, .decimalCharacterReference:
      referenceReturnState == .rcdata ? .rcdata : .data
    default: .rawText
    }
  }

  /// Passes on the complete text at the end of a piece.
  /// - Returns: the position of the first byte that's needed with the next piece.
  mutating func suspend(_ input: Input, into sink: inout some TokenSink & ~Copyable) -> Int {
    switch state {
    case .data, .rcdata:
      guard sink.wantsText else { return input.end }
      let content = textContent
      if let start = suspendCharacterReference(input) {
        flushText(input, upTo: start, content: content, into: &sink)
        return start
      }
      return flushCharacters(input, content: content, into: &sink)
    case .rawText, .scriptData, .plaintext, .cdataSection,
      .scriptDataEscapeStart, .scriptDataEscapeStartDash, .scriptDataEscaped,
      .scriptDataEscapedDash, .scriptDataEscapedDashDash, .scriptDataDoubleEscapeStart,
      .scriptDataDoubleEscaped, .scriptDataDoubleEscapedDash, .scriptDataDoubleEscapedDashDash,
      .scriptDataDoubleEscapedLessThanSign, .scriptDataDoubleEscapeEnd:
      guard sink.wantsText else { return input.end }
      return flushCharacters(input, content: textContent, into: &sink)
    case .tagOpen, .endTagOpen, .rcdataLessThanSign, .rcdataEndTagOpen, .rcdataEndTagName,
      .rawTextLessThanSign, .rawTextEndTagOpen, .rawTextEndTagName,
      .scriptDataLessThanSign, .scriptDataEndTagOpen, .scriptDataEndTagName,
      .scriptDataEscapedLessThanSign, .scriptDataEscapedEndTagOpen, .scriptDataEscapedEndTagName,
      .cdataSectionBracket, .cdataSectionEnd, .characterReference, .namedCharacterReference,
      .numericCharacterReference, .hexadecimalCharacterReferenceStart,
      .hexadecimalCharacterReference, .decimalCharacterReferenceStart, .decimalCharacterReference:
      flushText(input, upTo: tokenStart, content: textContent, into: &sink)
      return tokenStart
    case .bogusComment, .commentStart, .commentStartDash, .comment, .commentEndDash, .commentEnd,
      .commentEndBang:
      return sink.wantsComments ? tokenStart : input.end
    default: return tokenStart
    }
  }

  /// Passes on all text except an incomplete character at its end.
  private mutating func flushCharacters(
    _ input: Input, content: TextContent, into sink: inout some TokenSink & ~Copyable
  ) -> Int {
    var end = input.end
    // A character has at most four bytes.
    for length in 1...3 where input.end - textStart >= length {
      let byte = input.start[input.end - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if needed > length { end = input.end - length }
      break
    }
    flushText(input, upTo: end, content: content, into: &sink)
    return end
  }
}

/// The states of a script with text that looks like a comment: sections 13.2.5.15 and 13.2.5.18 to
/// 13.2.5.31.
extension Tokenizer {
  mutating func scriptDataLessThanSign(_ input: inout Input) {
    if input.start[input.position] == .bang {
      input.position += 1
      state = .scriptDataEscapeStart
    } else {
      lessThanSign(&input, slash: .scriptDataEndTagOpen, else: .scriptData)
    }
  }

  mutating func scriptDataEscapeStart(_ input: inout Input) {
    guard input.start[input.position] == .dash else {
      state = .scriptData
      return
    }
    input.position += 1
    state =
      state == .scriptDataEscapeStart ? .scriptDataEscapeStartDash : .scriptDataEscapedDashDash
  }

  mutating func scriptDataEscapedLessThanSign(_ input: inout Input) {
    if input.start[input.position].isASCIILetter {
      matchedLength = 0
      state = .scriptDataDoubleEscapeStart
    } else {
      lessThanSign(&input, slash: .scriptDataEscapedEndTagOpen, else: .scriptDataEscaped)
    }
  }

  /// The states of escaped script text: plain, after one dash, and after two.
  mutating func scriptDataEscaped(_ input: inout Input) {
    while input.position < input.end {
      if state == .scriptDataEscaped { skipScriptText(&input) }
      guard input.position < input.end else { return }
      let byte = input.start[input.position]
      if byte == .lessThan { tokenStart = input.position }
      input.position += 1
      switch byte {
      case .lessThan:
        state = .scriptDataEscapedLessThanSign
        return
      case .dash:
        state = state == .scriptDataEscaped ? .scriptDataEscapedDash : .scriptDataEscapedDashDash
      case .greaterThan where state == .scriptDataEscapedDashDash:
        state = .scriptData
        return
      default: state = .scriptDataEscaped
      }
    }
  }

  /// Skips text that neither ends a comment nor begins a tag.
  private func skipScriptText(_ input: inout Input) {
    input.position = input.start.position(
      of: .lessThan, or: .dash, from: input.position, to: input.end)
  }

  /// The states of double-escaped script text, which is a script inside a comment.
  mutating func scriptDataDoubleEscaped(_ input: inout Input) {
    while input.position < input.end {
      if state == .scriptDataDoubleEscaped { skipScriptText(&input) }
      guard input.position < input.end else { return }
      let byte = input.start[input.position]
      input.position += 1
      switch byte {
      case .lessThan:
        state = .scriptDataDoubleEscapedLessThanSign
        return
      case .dash:
        state =
          state == .scriptDataDoubleEscaped
          ? .scriptDataDoubleEscapedDash : .scriptDataDoubleEscapedDashDash
      case .greaterThan where state == .scriptDataDoubleEscapedDashDash:
        state = .scriptData
        return
      default: state = .scriptDataDoubleEscaped
      }
    }
  }

  /// The double escape start and end states, which look for the name `script`.
  mutating func scriptName(_ input: inout Input, found: State, else other: State) {
    let name: StaticString = "script"
    let byte = input.start[input.position]
    if byte.isASCIILetter {
      if let length = matchedLength {
        let isSame =
          length < name.utf8CodeUnitCount && byte.asciiLowercased == name.utf8Start[length]
        matchedLength = isSame ? length + 1 : nil
      }
      input.position += 1
    } else if byte.isWhitespace || byte == .slash || byte == .greaterThan {
      state = matchedLength == name.utf8CodeUnitCount ? found : other
      input.position += 1
    } else {
      state = other
    }
  }
}
