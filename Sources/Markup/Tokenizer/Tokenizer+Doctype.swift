/// An unfinished DOCTYPE. Positions count from the token's start.
struct DoctypeUnderConstruction {
  var name: Range<Int>?
  /// The position of `PUBLIC` or `SYSTEM`.
  var keyword: Int?
  var publicIdentifier: Range<Int>?
  var systemIdentifier: Range<Int>?
  var forcesQuirks = false
}

/// The states of DOCTYPEs: sections 13.2.5.53 to 13.2.5.68.
extension Tokenizer {
  mutating func stepInDoctype(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    let byte = input.start[input.position]
    switch state {
    case .doctype:
      if byte.isWhitespace { input.position += 1 }
      state = .beforeDoctypeName
    case .bogusDoctype:
      input.position = input.position(of: .greaterThan)
      if input.position < input.end { closeDoctype(&input, into: &sink) }
    case .doctypePublicIdentifierDoubleQuoted, .doctypeSystemIdentifierDoubleQuoted:
      doctypeIdentifier(byte, quote: .doubleQuote, &input, into: &sink)
    case .doctypePublicIdentifierSingleQuoted, .doctypeSystemIdentifierSingleQuoted:
      doctypeIdentifier(byte, quote: .singleQuote, &input, into: &sink)
    case .afterDoctypeName where doctype.keyword != nil: afterDoctypeName(&input)
    case .doctypeName:
      if byte.isWhitespace || byte == .greaterThan {
        state = .afterDoctypeName
      } else {
        input.position += 1
        doctype.name = (doctype.name?.lowerBound ?? 0)..<input.position - tokenStart
      }
    case _ where byte.isWhitespace: skipDoctypeWhitespace(&input)
    case _ where byte == .greaterThan:
      // An expected identifier or the name is missing.
      switch state {
      case .afterDoctypeName, .afterDoctypePublicIdentifier,
        .betweenDoctypePublicAndSystemIdentifiers, .afterDoctypeSystemIdentifier:
        break
      default: doctype.forcesQuirks = true
      }
      closeDoctype(&input, into: &sink)
    case .beforeDoctypeName:
      let start = input.position - tokenStart
      input.position += 1
      doctype.name = start..<start + 1
      state = .doctypeName
    case .afterDoctypeName: afterDoctypeName(&input)
    default: beginDoctypeIdentifier(byte, &input)
    }
  }

  private mutating func skipDoctypeWhitespace(_ input: inout Input) {
    input.position += 1
    switch state {
    case .afterDoctypePublicKeyword: state = .beforeDoctypePublicIdentifier
    case .afterDoctypePublicIdentifier: state = .betweenDoctypePublicAndSystemIdentifiers
    case .afterDoctypeSystemKeyword: state = .beforeDoctypeSystemIdentifier
    default: break
    }
  }

  /// Reads `PUBLIC` or `SYSTEM`, which may be cut off at the end of a piece.
  private mutating func afterDoctypeName(_ input: inout Input) {
    let keyword = doctype.keyword ?? input.position - tokenStart
    doctype.keyword = keyword
    let start = tokenStart + keyword
    let isPublic = input.hasPrefix("public", at: start)
    if isPublic || input.hasPrefix("system", at: start) {
      input.position = start + 6
      state = isPublic ? .afterDoctypePublicKeyword : .afterDoctypeSystemKeyword
    } else if input.endsInStart(of: "public", at: start)
      || input.endsInStart(of: "system", at: start)
    {
      input.position = input.end
    } else {
      doctype.forcesQuirks = true
      state = .bogusDoctype
    }
  }

  /// Reads a byte at the possible start of an identifier.
  private mutating func beginDoctypeIdentifier(_ byte: UInt8, _ input: inout Input) {
    guard byte == .doubleQuote || byte == .singleQuote,
      state != .afterDoctypeSystemIdentifier
    else {
      // After both identifiers, other bytes have no effect.
      if state != .afterDoctypeSystemIdentifier { doctype.forcesQuirks = true }
      state = .bogusDoctype
      return
    }
    input.position += 1
    let start = input.position - tokenStart
    switch state {
    case .afterDoctypePublicKeyword, .beforeDoctypePublicIdentifier:
      doctype.publicIdentifier = start..<start
      state =
        byte == .doubleQuote
        ? .doctypePublicIdentifierDoubleQuoted : .doctypePublicIdentifierSingleQuoted
    default:
      doctype.systemIdentifier = start..<start
      state =
        byte == .doubleQuote
        ? .doctypeSystemIdentifierDoubleQuoted : .doctypeSystemIdentifierSingleQuoted
    }
  }

  private mutating func doctypeIdentifier(
    _ byte: UInt8, quote: UInt8, _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    let isPublic =
      state == .doctypePublicIdentifierDoubleQuoted
      || state == .doctypePublicIdentifierSingleQuoted
    if byte == .greaterThan {
      doctype.forcesQuirks = true
      closeDoctype(&input, into: &sink)
      return
    }
    input.position += 1
    if byte == quote {
      state = isPublic ? .afterDoctypePublicIdentifier : .afterDoctypeSystemIdentifier
    } else if isPublic {
      doctype.publicIdentifier = extended(doctype.publicIdentifier, to: input)
    } else {
      doctype.systemIdentifier = extended(doctype.systemIdentifier, to: input)
    }
  }

  private func extended(_ range: Range<Int>?, to input: Input) -> Range<Int>? {
    range.map { $0.lowerBound..<input.position - tokenStart }
  }

  private mutating func closeDoctype(
    _ input: inout Input, into sink: inout some TokenSink & ~Copyable
  ) {
    input.position += 1
    endDoctype(input, into: &sink)
  }

  mutating func endDoctype(_ input: Input, into sink: inout some TokenSink & ~Copyable) {
    let start = tokenStart
    func text(_ range: Range<Int>?) -> String? {
      range.map {
        TextDecoder.string(
          input.bytes(start + $0.lowerBound..<start + $0.upperBound), content: .rawText)
      }
    }
    textStart = input.position
    state = .data
    sink.doctype(
      DoctypeToken(
        name: text(doctype.name)?.lowercasedASCII,
        publicIdentifier: text(doctype.publicIdentifier),
        systemIdentifier: text(doctype.systemIdentifier), forcesQuirks: doctype.forcesQuirks))
  }
}
