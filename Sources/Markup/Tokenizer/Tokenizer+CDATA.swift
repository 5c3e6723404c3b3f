/// The states of CDATA sections: sections 13.2.5.69 to 13.2.5.71.
extension Tokenizer {
  mutating func stepInCDATASection(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    let bracket = UInt8(ascii: "]")
    switch state {
    case .cdataSection:
      tokenStart = input.position(of: bracket)
      input.position = tokenStart
      if input.position < input.end {
        input.position += 1
        state = .cdataSectionBracket
      }
    case .cdataSectionBracket:
      if input.start[input.position] == bracket {
        input.position += 1
        state = .cdataSectionEnd
      } else {
        state = .cdataSection
      }
    default:
      switch input.start[input.position] {
      case bracket:
        input.position += 1
        tokenStart += 1
      case .greaterThan:
        flushText(input, upTo: tokenStart, content: .cdata, into: &sink)
        input.position += 1
        textStart = input.position
        state = .data
      default: state = .cdataSection
      }
    }
  }
}
