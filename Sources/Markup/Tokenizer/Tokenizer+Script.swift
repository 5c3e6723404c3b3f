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
