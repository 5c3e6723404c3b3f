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
