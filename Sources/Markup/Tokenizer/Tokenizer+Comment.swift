/// The states of comments: sections 13.2.5.41 to 13.2.5.52. The states for a less-than sign in a
/// comment are left out, because they only report errors.
extension Tokenizer {
  mutating func beginBogusComment(at position: Int) {
    beginComment(at: position, .bogusComment)
  }

  private mutating func beginComment(at position: Int, _ next: State) {
    comment = position - tokenStart..<position - tokenStart
    state = next
  }

  mutating func stepInComment(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    let byte = input.start[input.position]
    switch state {
    case .markupDeclarationOpen: markupDeclarationOpen(&input, sink.isInForeignContent)
    case .bogusComment:
      input.position = input.position(of: .greaterThan)
      if input.position < input.end {
        input.position += 1
        endComment(input, without: 1, into: &sink)
      }
    case .commentStart, .commentStartDash:
      if byte == .greaterThan {
        input.position += 1
        endComment(input, without: state == .commentStart ? 1 : 2, into: &sink)
      } else if byte == .dash {
        input.position += 1
        state = state == .commentStart ? .commentStartDash : .commentEnd
      } else {
        state = .comment
      }
    case .comment:
      input.position = input.position(of: .dash)
      if input.position < input.end {
        input.position += 1
        state = .commentEndDash
      }
    case .commentEndDash:
      if byte == .dash { input.position += 1 }
      state = byte == .dash ? .commentEnd : .comment
    case .commentEnd:
      if byte == .greaterThan {
        input.position += 1
        endComment(input, without: 3, into: &sink)
      } else if byte == .bang {
        input.position += 1
        state = .commentEndBang
      } else if byte == .dash {
        input.position += 1
      } else {
        state = .comment
      }
    default:
      if byte == .greaterThan {
        input.position += 1
        endComment(input, without: 4, into: &sink)
      } else {
        if byte == .dash { input.position += 1 }
        state = byte == .dash ? .commentEndDash : .comment
      }
    }
  }

  private mutating func markupDeclarationOpen(_ input: inout Input, _ isForeign: Bool) {
    let start = tokenStart + 2
    let length = input.end - start
    if input.hasPrefix("--", at: start) {
      input.position = start + 2
      beginComment(at: input.position, .commentStart)
    } else if input.hasPrefix("doctype", at: start) {
      input.position = start + 7
      doctype = DoctypeUnderConstruction()
      state = .doctype
    } else if isForeign, isCDATASection(input, at: start, length: 7) {
      input.position = start + 7
      textStart = input.position
      state = .cdataSection
    } else if input.endsInStart(of: "--", at: start) || input.endsInStart(of: "doctype", at: start)
      || isForeign && length < 7 && isCDATASection(input, at: start, length: length)
    {
      input.position = input.end
    } else {
      input.position = start
      beginBogusComment(at: start)
    }
  }

  private func isCDATASection(_ input: Input, at start: Int, length: Int) -> Bool {
    let mark: StaticString = "[CDATA["
    guard input.end - start >= length else { return false }
    return (0..<length).allSatisfy { input.start[start + $0] == mark.utf8Start[$0] }
  }

  /// Passes on the comment that ends at the current position, without its last bytes.
  mutating func endComment(
    _ input: Input, without length: Int, into sink: inout some TokenSink & ~Copyable
  ) {
    textStart = input.position
    state = .data
    guard sink.wantsComments else { return }
    let start = tokenStart + comment.lowerBound
    let bytes = input.bytes(start..<max(start, input.position - length))
    sink.comment(TextToken(bytes: bytes, content: .rawText))
  }
}
