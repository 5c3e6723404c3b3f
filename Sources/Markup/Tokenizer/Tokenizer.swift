/// The tokenizer of the HTML Living Standard, section 13.2.5
/// (https://html.spec.whatwg.org/#tokenization). Takes UTF-8 in pieces of any size.
///
/// Tokens are passed on as bytes of the input, so a token that nobody reads costs no allocation. An
/// unfinished token at the end of a piece is kept with its position, and its bytes aren't scanned
/// again, so the time is linear in any input.
package struct Tokenizer: ~Copyable {
  /// The state. Set it only before the first piece.
  var state: State
  /// The name of the start tag whose end tag ends RCDATA, raw text or a script, in lower case.
  var lastStartTag: [UInt8] = []
  /// Whether start tags have their line number.
  let countsLines: Bool

  /// The start of the text that hasn't been passed on yet.
  var textStart = 0
  /// The start of the current token, or of a possible token. The token's other positions count from
  /// here.
  var tokenStart = 0
  var tag = TagUnderConstruction()
  /// The memory for a tag's attributes, which is reused for each tag.
  private(set) var attributes = UnsafeMutableBufferPointer<AttributeRange>.allocate(capacity: 32)
  var comment = 0..<0
  var doctype = DoctypeUnderConstruction()
  /// The number of matched bytes of an expected name; nil after a mismatch.
  var matchedLength: Int?
  /// The state to return to after a character reference.
  var referenceReturnState = State.data

  /// The bytes of earlier pieces that belong to an unfinished token.
  private var held: [UInt8] = []
  private var endedInCarriageReturn = false
  private var lines = LineCounter()

  package init(state: State = .data, countsLines: Bool = false) {
    self.state = state
    self.countsLines = countsLines
  }

  deinit { attributes.deallocate() }

  mutating func growAttributes() {
    let larger = UnsafeMutableBufferPointer<AttributeRange>.allocate(capacity: 2 * attributes.count)
    _ = larger.initialize(fromContentsOf: attributes)
    attributes.deallocate()
    attributes = larger
  }

  /// The bytes being read, and the position of the next input character.
  struct Input {
    let start: UnsafePointer<UInt8>
    let end: Int
    var position: Int
  }

  /// Whether the input so far ends inside a tag.
  package var isInTag: Bool {
    switch state {
    case .tagName, .beforeAttributeName, .attributeName, .afterAttributeName,
      .beforeAttributeValue, .attributeValueDoubleQuoted, .attributeValueSingleQuoted,
      .attributeValueUnquoted, .afterAttributeValueQuoted, .selfClosingStartTag:
      true
    default: false
    }
  }

  /// Reads the next piece.
  package mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, into sink: inout some TokenSink & ~Copyable
  ) {
    guard var start = piece.baseAddress, !piece.isEmpty else { return }
    var count = piece.count
    // Skips the second byte of a CR LF line break, whose first byte already became the line feed
    // (https://html.spec.whatwg.org/#preprocessing-the-input-stream), unless it's still held.
    if endedInCarriageReturn, held.isEmpty, start[0] == .lineFeed {
      start += 1
      count -= 1
    }
    endedInCarriageReturn = piece[piece.count - 1] == .carriageReturn
    guard count > 0 else { return }
    var position = 0
    if !held.isEmpty {
      (start, count, position) = completeHeld(start, count, into: &sink)
      guard count > 0 else { return }
    }
    var input = Input(start: start, end: count, position: position)
    let kept = run(&input, into: &sink)
    held.append(contentsOf: UnsafeBufferPointer(start: start + kept, count: count - kept))
  }

  /// Continues with the held bytes, followed by as many bytes of a piece as their token needs.
  /// Copies little, because most tokens are short.
  /// - Returns: the remaining piece, and the position up to which it was read. The remainder is
  ///   empty if everything was read. The bytes that are still needed are held then.
  private mutating func completeHeld(
    _ start: UnsafePointer<UInt8>, _ count: Int, into sink: inout some TokenSink & ~Copyable
  ) -> (start: UnsafePointer<UInt8>, count: Int, position: Int) {
    var read = 0
    while read < count {
      var bytes: [UInt8] = []
      swap(&bytes, &held)
      let old = bytes.count
      // Doubles the length each time, so that the time is linear.
      var length = min(max(Self.leastCopy, old), count - read)
      // Keeps CR LF line breaks together.
      while read + length < count, start[read + length - 1] == .carriageReturn { length += 1 }
      bytes.append(contentsOf: UnsafeBufferPointer(start: start + read, count: length))
      let kept = bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return 0 }
        var input = Input(start: start, end: bytes.count, position: old)
        return run(&input, into: &sink)
      }
      if kept >= old, read + length < count {
        // All needed bytes are in the piece.
        let first = read + kept - old
        return (start + first, count - first, old + length - kept)
      }
      read += length
      if kept > 0 { bytes.removeFirst(kept) }
      swap(&bytes, &held)
    }
    return (start, 0, 0)
  }

  private static var leastCopy: Int { 256 }

  /// Ends the input.
  package mutating func finish(into sink: inout some TokenSink & ~Copyable) {
    let bytes = held
    held = []
    bytes.withUnsafeBufferPointer { bytes in
      // An empty array may have no address.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { nothing in
        guard let start = bytes.baseAddress ?? UnsafePointer(nothing.baseAddress) else { return }
        let input = Input(start: start, end: bytes.count, position: bytes.count)
        endOfFile(input, into: &sink)
      }
    }
    state = .data
    textStart = 0
    tokenStart = 0
  }

  /// Reads all input, and passes on the text before an unfinished token.
  /// - Returns: the position of the first byte to keep.
  private mutating func run(_ input: inout Input, into sink: inout some TokenSink & ~Copyable)
    -> Int
  {
    while input.position < input.end { step(&input, into: &sink) }
    let kept = suspend(input, into: &sink)
    textStart = 0
    tokenStart = max(0, tokenStart - kept)
    if countsLines { lines.endPiece(input, keeping: kept) }
    return kept
  }

  /// The line of the current position, from 1.
  mutating func line(_ input: Input) -> Int {
    if countsLines { lines.count(input) }
    return lines.line
  }
}

/// Counts line breaks up to the last requested position.
private struct LineCounter {
  private(set) var line = 1
  /// The position of the first uncounted byte.
  private var counted = 0

  mutating func count(_ input: Tokenizer.Input) {
    for position in counted..<max(counted, input.position)
    where input.start[position] == .lineFeed {
      line += 1
    }
    counted = max(counted, input.position)
  }

  mutating func endPiece(_ input: Tokenizer.Input, keeping kept: Int) {
    count(input)
    counted -= kept
  }
}

extension Tokenizer {
  /// The states, in the order of the standard.
  ///
  /// Some states of the standard are part of their neighbors here: the states for a less-than sign
  /// in a comment and the ambiguous ampersand, which only report errors, and the end of a numeric
  /// character reference, which ``CharacterReference`` resolves.
  package enum State: UInt8, CaseIterable, Sendable {
    case data, rcdata, rawText, scriptData, plaintext
    case tagOpen, endTagOpen, tagName
    case rcdataLessThanSign, rcdataEndTagOpen, rcdataEndTagName
    case rawTextLessThanSign, rawTextEndTagOpen, rawTextEndTagName
    case scriptDataLessThanSign, scriptDataEndTagOpen, scriptDataEndTagName
    case scriptDataEscapeStart, scriptDataEscapeStartDash
    case scriptDataEscaped, scriptDataEscapedDash, scriptDataEscapedDashDash
    case scriptDataEscapedLessThanSign, scriptDataEscapedEndTagOpen, scriptDataEscapedEndTagName
    case scriptDataDoubleEscapeStart
    case scriptDataDoubleEscaped, scriptDataDoubleEscapedDash, scriptDataDoubleEscapedDashDash
    case scriptDataDoubleEscapedLessThanSign, scriptDataDoubleEscapeEnd
    case beforeAttributeName, attributeName, afterAttributeName, beforeAttributeValue
    case attributeValueDoubleQuoted, attributeValueSingleQuoted, attributeValueUnquoted
    case afterAttributeValueQuoted, selfClosingStartTag
    case bogusComment, markupDeclarationOpen
    case commentStart, commentStartDash, comment, commentEndDash, commentEnd, commentEndBang
    case doctype, beforeDoctypeName, doctypeName, afterDoctypeName
    case afterDoctypePublicKeyword, beforeDoctypePublicIdentifier
    case doctypePublicIdentifierDoubleQuoted, doctypePublicIdentifierSingleQuoted
    case afterDoctypePublicIdentifier, betweenDoctypePublicAndSystemIdentifiers
    case afterDoctypeSystemKeyword, beforeDoctypeSystemIdentifier
    case doctypeSystemIdentifierDoubleQuoted, doctypeSystemIdentifierSingleQuoted
    case afterDoctypeSystemIdentifier, bogusDoctype
    case cdataSection, cdataSectionBracket, cdataSectionEnd
    /// The states of a character reference in text. References in attributes are resolved on
    /// request.
    case characterReference, namedCharacterReference, numericCharacterReference
    case hexadecimalCharacterReferenceStart, hexadecimalCharacterReference
    case decimalCharacterReferenceStart, decimalCharacterReference
  }
}

extension Tokenizer {
  /// Continues in the current state, at least until the state changes or the input ends.
  mutating func step(_ input: inout Input, into sink: inout some TokenSink & ~Copyable) {
    switch state {
    case .data: readMarkup(&input, into: &sink)
    case .rcdata: readText(&input, upTo: .rcdataLessThanSign)
    case .rawText: readText(&input, upTo: .rawTextLessThanSign)
    case .scriptData: readText(&input, upTo: .scriptDataLessThanSign)
    case .plaintext: input.position = input.end
    case .tagOpen: tagOpen(&input, into: &sink)
    case .endTagOpen: endTagOpen(&input, into: &sink)
    case .tagName: tagName(&input, into: &sink)
    case .rcdataLessThanSign: lessThanSign(&input, slash: .rcdataEndTagOpen, else: .rcdata)
    case .rawTextLessThanSign: lessThanSign(&input, slash: .rawTextEndTagOpen, else: .rawText)
    case .scriptDataLessThanSign: scriptDataLessThanSign(&input)
    case .scriptDataEscapedLessThanSign: scriptDataEscapedLessThanSign(&input)
    case .rcdataEndTagOpen: matchedEndTagOpen(input, name: .rcdataEndTagName, else: .rcdata)
    case .rawTextEndTagOpen: matchedEndTagOpen(input, name: .rawTextEndTagName, else: .rawText)
    case .scriptDataEndTagOpen:
      matchedEndTagOpen(input, name: .scriptDataEndTagName, else: .scriptData)
    case .scriptDataEscapedEndTagOpen:
      matchedEndTagOpen(input, name: .scriptDataEscapedEndTagName, else: .scriptDataEscaped)
    case .rcdataEndTagName: matchedEndTagName(&input, into: &sink, else: .rcdata)
    case .rawTextEndTagName: matchedEndTagName(&input, into: &sink, else: .rawText)
    case .scriptDataEndTagName: matchedEndTagName(&input, into: &sink, else: .scriptData)
    case .scriptDataEscapedEndTagName:
      matchedEndTagName(&input, into: &sink, else: .scriptDataEscaped)
    case .scriptDataEscapeStart, .scriptDataEscapeStartDash: scriptDataEscapeStart(&input)
    case .scriptDataEscaped, .scriptDataEscapedDash, .scriptDataEscapedDashDash:
      scriptDataEscaped(&input)
    case .scriptDataDoubleEscapeStart:
      scriptName(&input, found: .scriptDataDoubleEscaped, else: .scriptDataEscaped)
    case .scriptDataDoubleEscapeEnd:
      scriptName(&input, found: .scriptDataEscaped, else: .scriptDataDoubleEscaped)
    case .scriptDataDoubleEscaped, .scriptDataDoubleEscapedDash,
      .scriptDataDoubleEscapedDashDash:
      scriptDataDoubleEscaped(&input)
    case .scriptDataDoubleEscapedLessThanSign:
      lessThanSign(&input, slash: .scriptDataDoubleEscapeEnd, else: .scriptDataDoubleEscaped)
    case .beforeAttributeName: beforeAttributeName(&input)
    case .attributeName: attributeName(&input)
    case .afterAttributeName: afterAttributeName(&input, into: &sink)
    case .beforeAttributeValue: beforeAttributeValue(&input, into: &sink)
    case .attributeValueDoubleQuoted: attributeValue(&input, quotedBy: .doubleQuote)
    case .attributeValueSingleQuoted: attributeValue(&input, quotedBy: .singleQuote)
    case .attributeValueUnquoted: attributeValueUnquoted(&input, into: &sink)
    case .afterAttributeValueQuoted: afterAttributeValueQuoted(&input, into: &sink)
    case .selfClosingStartTag: selfClosingStartTag(&input, into: &sink)
    case .bogusComment, .markupDeclarationOpen, .commentStart, .commentStartDash, .comment,
      .commentEndDash, .commentEnd, .commentEndBang:
      stepInComment(&input, into: &sink)
    case .cdataSection, .cdataSectionBracket, .cdataSectionEnd:
      stepInCDATASection(&input, into: &sink)
    case .characterReference, .namedCharacterReference, .numericCharacterReference,
      .hexadecimalCharacterReferenceStart, .hexadecimalCharacterReference,
      .decimalCharacterReferenceStart, .decimalCharacterReference:
      stepInCharacterReference(&input)
    default: stepInDoctype(&input, into: &sink)
    }
  }
}

/// The rules of each state for the end of the input.
extension Tokenizer {
  mutating func endOfFile(_ input: Input, into sink: inout some TokenSink & ~Copyable) {
    switch state {
    // An unfinished tag is dropped.
    case .tagName, .beforeAttributeName, .attributeName, .afterAttributeName,
      .beforeAttributeValue, .attributeValueDoubleQuoted, .attributeValueSingleQuoted,
      .attributeValueUnquoted, .afterAttributeValueQuoted, .selfClosingStartTag:
      break
    case .markupDeclarationOpen:
      comment = 2..<2
      endComment(input, without: 0, into: &sink)
    case .bogusComment, .commentStart, .comment: endComment(input, without: 0, into: &sink)
    case .commentStartDash, .commentEndDash: endComment(input, without: 1, into: &sink)
    case .commentEnd: endComment(input, without: 2, into: &sink)
    case .commentEndBang: endComment(input, without: 3, into: &sink)
    case .doctype, .beforeDoctypeName, .doctypeName, .afterDoctypeName,
      .afterDoctypePublicKeyword, .beforeDoctypePublicIdentifier,
      .doctypePublicIdentifierDoubleQuoted, .doctypePublicIdentifierSingleQuoted,
      .afterDoctypePublicIdentifier, .betweenDoctypePublicAndSystemIdentifiers,
      .afterDoctypeSystemKeyword, .beforeDoctypeSystemIdentifier,
      .doctypeSystemIdentifierDoubleQuoted, .doctypeSystemIdentifierSingleQuoted,
      .afterDoctypeSystemIdentifier:
      doctype.forcesQuirks = true
      endDoctype(input, into: &sink)
    case .bogusDoctype: endDoctype(input, into: &sink)
    default: flushText(input, upTo: input.end, content: textContent, into: &sink)
    }
  }
}

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
