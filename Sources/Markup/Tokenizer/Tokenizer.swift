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
