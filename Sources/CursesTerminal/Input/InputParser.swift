import Foundation
import TerminalGrid

/// Parses what the terminal sends: keys, pastes, mouse reports and replies.
///
/// Terminals send Alt with a key as Esc and that key, and other special keys as a control sequence
/// (ECMA-48, section 5.4) or after a single shift (SS3). Without a parser, Esc would close a prompt
/// and the characters after it would run as commands.
///
/// Nothing that's begun lasts until the other side ends it, because what looks like a beginning can
/// be a key: a sequence also ends before an Esc or a control character, after ``lengthLimit``, and at
/// a ``pause()``. Control strings only begin where a reply is due that begins the same way.
struct InputParser: Sendable {
  enum Input: Equatable, Sendable {
    case key(Key)
    case reply(TerminalReply)
    case mouse(MouseReport)
    case pasted(PastedText)
    /// The terminal's window got the focus.
    case focused
    /// A key that stands for a signal.
    case signal(Int32)
    /// A letter that the locale's character set doesn't have.
    case foreignLetter(Character)
  }

  /// What the bytes that wait for others may be.
  enum Unfinished: Equatable, Sendable {
    /// A key that's Esc, or begins with it.
    case key
    /// A control sequence, or a string that's a reply.
    case sequence
    /// A letter of several bytes, or a paste.
    case text
  }

  /// The sequences of the terminal's keys.
  var keys = KeySequences.common
  var letters = LetterDecoder(charset: .utf8)
  /// The signals that control characters stand for, outside of pastes.
  var signals: [UInt8: Int32] = [:]
  /// Whether mouse reports may be in xterm's first format, which is no control sequence: three
  /// characters follow it.
  var hasOldMouseReports = false
  /// Whether a reply of the terminal is due.
  var expectsReplies = false

  /// The bytes that weren't parsed yet.
  private var pending: [UInt8] = []
  /// The text that's being pasted, until the paste ends.
  private var paste: PastedText?

  /// What's unfinished, or nil if the next byte begins something new.
  var unfinished: Unfinished? {
    if paste != nil { return .text }
    guard let first = pending.first else { return nil }
    if first != Self.escape { return .text }
    return pending.count > 2 ? .sequence : .key
  }

  /// Returns what bytes complete.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [Input] {
    pending += bytes
    return parse(isEnd: false)
  }

  /// Ends what's unfinished, because nothing more came for a while.
  mutating func pause() -> [Input] {
    var inputs = parse(isEnd: true)
    if let paste = endPaste() { inputs.append(paste) }
    return inputs
  }

  private mutating func parse(isEnd: Bool) -> [Input] {
    var inputs: [Input] = []
    var position = 0
    while position < pending.count {
      let part = take(Bytes(all: pending, start: position), isEnd: isEnd)
      guard part.length > 0 else { break }
      position += part.length
      if let input = part.input { inputs.append(input) }
    }
    pending.removeFirst(position)
    return inputs
  }

  private mutating func endPaste() -> Input? {
    defer { paste = nil }
    return paste.map(Input.pasted)
  }

  /// The bytes from a position on.
  private struct Bytes {
    let all: [UInt8]
    let start: Int

    var count: Int { all.count - start }
    subscript(index: Int) -> UInt8 { all[start + index] }
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
      all[start + range.lowerBound..<start + range.upperBound]
    }
    func dropFirst(_ count: Int) -> ArraySlice<UInt8> { all[(start + count)...] }
  }

  /// What the first bytes are: a length of 0 if the rest isn't there yet, and nil if they're nothing.
  private typealias Part = (length: Int, input: Input?)
  private static let incomplete: Part = (0, nil)

  private mutating func take(_ bytes: Bytes, isEnd: Bool) -> Part {
    if paste != nil { return takePasted(bytes, isEnd: isEnd) }
    if let signal = signals[bytes[0]] { return (1, .signal(signal)) }
    switch keys.match(bytes.dropFirst(0), isEnd: isEnd) {
    case .key(let key, let length): return (length, key.map(Input.key))
    case .beginning: return Self.incomplete
    case .none: break
    }
    if bytes[0] == Self.escape { return takeEscape(bytes, isEnd: isEnd) }
    if bytes[0] < 0x80 { return (1, Key(ascii: bytes[0]).map(Input.key)) }
    return takeLetter(bytes, at: 0, isEnd: isEnd) { .key(.character($0)) }
  }

  private func takeLetter(
    _ bytes: Bytes, at index: Int, isEnd: Bool, input: (Character) -> Input
  ) -> Part {
    switch letters.decode(bytes.dropFirst(index)) {
    case .letter(let scalar, let length):
      // C1 control characters are no letters.
      return (index + length, scalar.value < 0xA0 ? nil : input(Character(scalar)))
    case .foreign(let scalar, let length):
      return (index + length, .foreignLetter(Character(scalar)))
    case .invalid(let length): return (index + length, nil)
    case .incomplete: return isEnd ? (bytes.count, nil) : Self.incomplete
    }
  }

  // MARK: - Pastes

  /// Takes pasted text up to the next Esc. A pasted address must not run as commands, whatever
  /// characters it contains.
  private mutating func takePasted(_ bytes: Bytes, isEnd: Bool) -> Part {
    if bytes[0] == Self.escape {
      guard bytes.count > 1 else { return isEnd ? (1, nil) : Self.incomplete }
      if bytes[1] == UInt8(ascii: "[") { return takeControlSequence(bytes, isEnd: isEnd) }
      return (completeString(bytes)?.length ?? 1, nil)
    }
    var length = 0
    while length < bytes.count, bytes[length] != Self.escape {
      if bytes[length] < 0x80 {
        paste?.append(Unicode.Scalar(bytes[length]))
        length += 1
        continue
      }
      switch letters.decode(bytes.dropFirst(length)) {
      case .letter(let scalar, let count), .foreign(let scalar, let count):
        paste?.append(scalar)
        length += count
      case .invalid(let count): length += count
      case .incomplete: return isEnd ? (bytes.count, nil) : (length, nil)
      }
    }
    return (length, nil)
  }

  // MARK: - Sequences

  private mutating func takeEscape(_ bytes: Bytes, isEnd: Bool) -> Part {
    guard bytes.count > 1 else { return isEnd ? (1, .key(.escape)) : Self.incomplete }
    switch bytes[1] {
    case Self.escape: return (1, .key(.escape))
    case UInt8(ascii: "["): return takeControlSequence(bytes, isEnd: isEnd)
    case UInt8(ascii: "O"): return takeShift(bytes, isEnd: isEnd)
    case let byte where signals[byte] != nil: return (1, .key(.escape))
    case let byte where Self.openers.contains(byte): return takeString(bytes, isEnd: isEnd)
    case let byte where byte < 0x80: return (2, Self.alt(byte))
    default: return takeLetter(bytes, at: 1, isEnd: isEnd) { .key(.alt($0)) }
    }
  }

  /// A control sequence (CSI). Parameter and intermediate bytes continue it, and any other ends it.
  private mutating func takeControlSequence(_ bytes: Bytes, isEnd: Bool) -> Part {
    var end = 2
    while end < bytes.count, (0x20...0x3F).contains(bytes[end]) {
      end += 1
      if end > Self.lengthLimit { return (end, nil) }
      // rxvt's keys with Shift, such as `CSI 7 $`. No sequence of a terminal that begins with digits
      // goes on after it.
      if bytes[end - 1] == UInt8(ascii: "$"), end > 3,
        bytes[2..<end - 1].allSatisfy(Self.digits.contains)
      {
        return (end, nil)
      }
    }
    let alone: Part = end == 2 && paste == nil ? (2, Self.alt(bytes[1])) : (end, nil)
    guard end < bytes.count else { return isEnd ? alone : Self.incomplete }
    let final = bytes[end]
    guard (0x40...0x7E).contains(final) else { return alone }
    let isBare = end == 2
    if isBare, final == UInt8(ascii: "["), paste == nil {
      // The Linux console's function keys, such as `CSI [ A`.
      guard bytes.count > 3 else { return isEnd ? alone : Self.incomplete }
      return (UInt8(ascii: "A")...UInt8(ascii: "E") ~= bytes[3] ? 4 : 3, nil)
    }
    if isBare, final == UInt8(ascii: "M"), hasOldMouseReports, paste == nil {
      return takeOldMouseReport(bytes, isEnd: isEnd)
    }
    let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
    return (end + 1, input(ofSequence: parameters, final: Character(Unicode.Scalar(final))))
  }

  private mutating func input(ofSequence parameters: String, final: Character) -> Input? {
    switch (parameters, final) {
    case ("200", "~"):
      paste = paste ?? PastedText()
      return nil
    case ("201", "~"): return endPaste()
    case _ where paste != nil: return nil
    case ("", "I"): return .focused
    case (_, "M"), (_, "m"):
      return MouseReport(parameters: parameters, final: final).map(Input.mouse)
    default: return TerminalReply(parameters: parameters, final: final).map(Input.reply)
    }
  }

  /// Three characters after `CSI M`: the button, the column and the row, each with 32 added.
  private func takeOldMouseReport(_ bytes: Bytes, isEnd: Bool) -> Part {
    for index in 3..<6 {
      guard index < bytes.count else { return isEnd ? (bytes.count, nil) : Self.incomplete }
      if bytes[index] < 0x20 { return (index, nil) }
    }
    let numbers = (3..<6).map { Int(bytes[$0]) - 32 }
    return (
      6, MouseReport(button: numbers[0], column: numbers[1], row: numbers[2]).map(Input.mouse)
    )
  }

  /// A single shift (SS3), which ends after one character.
  private func takeShift(_ bytes: Bytes, isEnd: Bool) -> Part {
    guard bytes.count > 2 else { return isEnd ? (2, Self.alt(bytes[1])) : Self.incomplete }
    return (0x20...0x7E).contains(bytes[2]) ? (3, nil) : (2, Self.alt(bytes[1]))
  }

  /// A control string (OSC, DCS, SOS, PM or APC), or Alt with the character that would begin it. A
  /// whole string is dropped if it's no reply, because a program before this one may have asked.
  private func takeString(_ bytes: Bytes, isEnd: Bool) -> Part {
    if let string = completeString(bytes) { return string }
    let alone: Part = (2, Self.alt(bytes[1]))
    guard expectsReplies else { return alone }
    for beginning in Self.replyBeginnings {
      let length = min(beginning.count, bytes.count - 1)
      guard bytes[1..<1 + length].elementsEqual(beginning.prefix(length)) else { continue }
      if length < beginning.count { return isEnd ? alone : Self.incomplete }
      let end = endOfText(bytes)
      if end < bytes.count, end <= Self.lengthLimit,
        bytes[end] != Self.escape || end + 1 < bytes.count
      {
        return (end, nil)
      }
      if end > Self.lengthLimit { return (end, nil) }
      return isEnd ? (bytes.count, nil) : Self.incomplete
    }
    return alone
  }

  /// Returns a control string that's there up to its end, BEL or ST.
  private func completeString(_ bytes: Bytes) -> Part? {
    guard Self.openers.contains(bytes[1]) else { return nil }
    let end = endOfText(bytes)
    guard end < bytes.count else { return nil }
    let isBell = bytes[end] == 0x07
    guard isBell || end + 1 < bytes.count && bytes[end] == Self.escape && bytes[end + 1] == 0x5C
    else { return nil }
    let text = String(decoding: bytes[2..<end], as: UTF8.self)
    let reply =
      end <= Self.replyLimit
      ? TerminalReply(opener: Character(Unicode.Scalar(bytes[1])), string: text) : nil
    return (isBell ? end + 1 : end + 2, reply.map(Input.reply))
  }

  /// The index of the first control character in a string, or of the first byte that's too many.
  private func endOfText(_ bytes: Bytes) -> Int {
    var end = 2
    while end < bytes.count, end <= Self.lengthLimit, bytes[end] >= 0x20, bytes[end] != 0x7F {
      end += 1
    }
    return end
  }

  private static func alt(_ byte: UInt8) -> Input {
    .key(.alt(Character(Unicode.Scalar(byte))))
  }

  /// The most bytes that a sequence or string has, far more than any reply.
  static let lengthLimit = 4_096
  /// The most bytes of a string that's parsed as a reply.
  private static let replyLimit = 256
  private static let escape: UInt8 = 0x1B
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  /// The characters after an Esc that begin a string.
  private static let openers = Set("]P_^X".utf8)
  /// How the strings begin that answer our queries.
  private static let replyBeginnings = [Array("]11;".utf8), Array("_G".utf8)]
}

/// Text that's being pasted, one character at a time.
struct PastedText: Equatable, Sendable {
  private(set) var text = ""
  private var count = 0
  /// Whether more characters came than fit.
  private(set) var isTooLong = false

  /// The maximum number of characters, more than any list of addresses has.
  static let limit = 1_000_000

  init(_ text: String = "") { for scalar in text.unicodeScalars { append(scalar) } }

  mutating func append(_ scalar: Unicode.Scalar) {
    guard count < Self.limit else {
      isTooLong = true
      return
    }
    count += 1
    // Terminals send a line break as they send Enter.
    text.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
  }
}

/// What the mouse did, in cells from the top left.
enum MouseReport: Equatable, Sendable {
  case pressed(x: Int, y: Int)
  case scrolled(rows: Int)

  /// Parses xterm's format 1006 (SGR), such as `CSI < 0 ; 10 ; 5 M`. Returns nil for other sequences,
  /// and for what isn't used.
  init?(parameters: String, final: Character) {
    guard final == "M", parameters.first == "<" else { return nil }
    let numbers = parameters.dropFirst().split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? -1 }
    guard numbers.count == 3 else { return nil }
    self.init(button: numbers[0], column: numbers[1], row: numbers[2])
  }

  /// - Parameter button: the code of the button, with the bits of Shift, Alt and Ctrl.
  init?(button: Int, column: Int, row: Int) {
    guard column > 0, row > 0 else { return nil }
    switch button & ~0x1C {
    case 0: self = .pressed(x: column - 1, y: row - 1)
    case 64: self = .scrolled(rows: -3)
    case 65: self = .scrolled(rows: 3)
    default: return nil
    }
  }
}
