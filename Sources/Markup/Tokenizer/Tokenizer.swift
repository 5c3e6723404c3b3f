/// The tokenizer of the HTML Living Standard, section 13.2.5
/// (https://html.spec.whatwg.org/#tokenization). Takes UTF-8 in pieces of any size.
///
/// Tokens are passed on as bytes of the input, so a token that nobody reads costs no allocation.
///
/// The standard's machine can stop after each byte, and has eighty states for that. This one reads
/// a tag, a comment or a DOCTYPE as a whole, and has states only for what's between them. If a piece
/// ends inside a token, the token's bytes are held, and read again once there are twice as many, so
/// the time is linear in any input.
package struct Tokenizer: ~Copyable {
  /// The states of the standard in which text is read.
  package enum State: UInt8, CaseIterable, Sendable {
    case data, rcdata, rawText, plaintext, cdataSection
    case scriptData
    /// In what looks like a comment in a script, and like a script in such a comment.
    case scriptDataEscaped, scriptDataDoubleEscaped
  }

  /// The state. Set it only before the first piece.
  var state: State
  /// The name of the start tag whose end tag ends RCDATA, raw text or a script, in lower case.
  var lastStartTag: [UInt8] = []
  /// Whether start tags have their line number.
  let countsLines: Bool

  /// The start of the text that hasn't been passed on yet.
  var textStart = 0
  /// The start of the token that the input ends in.
  private var openToken = 0
  /// The memory for a tag's attributes, which is reused for each tag.
  private(set) var attributes = UnsafeMutableBufferPointer<AttributeRange>.allocate(capacity: 32)

  /// The bytes of earlier pieces that belong to an unfinished token.
  private var held: [UInt8] = []
  /// The number of held bytes from which on they're read again.
  private var wantedCount = 0
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

  /// The bytes being read.
  struct Input {
    let start: UnsafePointer<UInt8>
    let end: Int
    /// Whether the page ends with these bytes.
    let isLast: Bool
  }

  /// Whether the input so far ends inside a tag.
  package var isInTag: Bool {
    let name = held.dropFirst(held.starts(with: "</".utf8) ? 2 : 1)
    return state == .data && held.first == .lessThan && name.first?.isASCIILetter == true
  }

  /// Reads the next piece.
  package mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, into sink: inout some TokenSink & ~Copyable
  ) {
    // The number of bytes that were read or are held.
    var count = 0
    while !held.isEmpty, count < piece.count {
      // Copies little, because most tokens are short.
      let old = held.count
      let next = piece[count...].prefix(max(Self.leastCopy, wantedCount - old))
      held.append(contentsOf: UnsafeBufferPointer(rebasing: next))
      count += next.count
      guard held.count >= wantedCount else { return }
      var bytes: [UInt8] = []
      swap(&bytes, &held)
      let kept = bytes.withUnsafeBufferPointer { run($0, isLast: false, into: &sink) }
      // All bytes that are still needed may be in the piece.
      if kept >= old { count -= bytes.count - kept } else { hold(bytes[kept...]) }
    }
    let rest = UnsafeBufferPointer(rebasing: piece[count...])
    let kept = run(rest, isLast: false, into: &sink)
    if kept < rest.count { hold(rest[kept...]) }
  }

  private mutating func hold(_ bytes: some Sequence<UInt8>) {
    held.append(contentsOf: bytes)
    wantedCount = held.count < Self.leastCopy ? 0 : 2 * held.count
  }

  private static var leastCopy: Int { 256 }

  /// Ends the input.
  package mutating func finish(into sink: inout some TokenSink & ~Copyable) {
    let bytes = held
    held = []
    bytes.withUnsafeBufferPointer { _ = run($0, isLast: true, into: &sink) }
    state = .data
  }

  /// Reads all tokens that end in the input, and the text before an unfinished one.
  /// - Returns: the position of the first byte to keep.
  private mutating func run(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into sink: inout some TokenSink & ~Copyable
  ) -> Int {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return 0 }
    let input = Input(start: start, end: bytes.count, isLast: isLast)
    textStart = 0
    var next: Int? = 0
    while let position = next, position < input.end {
      next =
        switch state {
        case .data: readMarkup(input, from: position, into: &sink)
        case .rcdata, .rawText: readText(input, from: position, into: &sink)
        case .scriptData: readScript(input, from: position, into: &sink)
        case .scriptDataEscaped, .scriptDataDoubleEscaped:
          readScriptComment(input, from: position, into: &sink)
        case .cdataSection: readCDATASection(input, from: position, into: &sink)
        case .plaintext: input.end
        }
    }
    let kept = next == nil ? openToken : endOfText(input, isWanted: sink.wantsText)
    flushText(input, upTo: kept, content: textContent, into: &sink)
    if countsLines { lines.endPiece(input, keeping: kept) }
    return kept
  }

  /// Notes that the input ends inside a token. At the end of the page, the token is dropped.
  /// - Returns: nil, as the position after it.
  mutating func leaveOpen(at start: Int) -> Int? {
    openToken = start
    return nil
  }

  /// The line of a position, from 1.
  mutating func line(at position: Int, in input: Input) -> Int {
    if countsLines { lines.count(input, upTo: position) }
    return lines.line
  }
}

/// Counts line breaks up to the last requested position.
private struct LineCounter {
  private(set) var line = 1
  /// The position of the first uncounted byte.
  private var counted = 0

  mutating func count(_ input: Tokenizer.Input, upTo end: Int) {
    for position in counted..<max(counted, end) where input.start[position] == .lineFeed {
      line += 1
    }
    counted = max(counted, end)
  }

  mutating func endPiece(_ input: Tokenizer.Input, keeping kept: Int) {
    count(input, upTo: kept)
    counted -= kept
  }
}
