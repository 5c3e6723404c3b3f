import RayletteApp

/// Decodes keys and replies of the terminal from ncurses' input, and distinguishes Esc from the
/// start of a longer sequence.
///
/// Terminals send Alt with a key as Esc and that key, and unknown function keys as a control
/// sequence (ECMA-48, section 5.4). If ncurses doesn't recognise a sequence, it returns the
/// characters one by one. Without a decoder, Esc would close a prompt and the characters after it
/// would run as commands.
struct KeyDecoder {
  enum Input: Equatable, Sendable {
    case key(Key)
    case reply(TerminalReply)
  }

  private enum State: Equatable {
    case ground
    /// After an Esc which may be the first byte of a reply.
    case escape
    /// In a control sequence, up to its final byte.
    case sequence
    /// In a single shift (SS3), which ends after one character.
    case shift
    /// In a string, such as a reply from the terminal, up to BEL or ST.
    case string
    /// In a string, after an Esc.
    case stringEscape
  }

  private var state = State.ground
  /// The content of the sequence or string so far, up to a limit.
  private var content = ""
  /// The character after the Esc of a string.
  private var opener: Character = " "
  /// Whether a reply of the terminal is due. Then an Esc that nothing follows can be the reply's
  /// first byte, so it's held back until ``takeHeldEscape()``.
  var expectsReplies = false

  init() {}

  /// Whether the next character begins a new key or sequence.
  var isAtGround: Bool { state == .ground }

  /// Whether an Esc is held back.
  var holdsEscape: Bool { state == .escape }

  /// Returns the Esc that was held back as the Esc key, because nothing followed it.
  mutating func takeHeldEscape() -> Key? {
    guard holdsEscape else { return nil }
    state = .ground
    return .escape
  }

  /// Returns the keys and replies that a character completes: none inside a sequence, or if the
  /// character isn't a key.
  /// - Parameters:
  ///   - code: a code point.
  ///   - next: reads the next character, if it's already available.
  mutating func decode(_ code: Int32, next: () -> Int32?) -> [Input] {
    switch state {
    case .ground: return decodeGround(code, next: next)
    case .escape:
      state = .ground
      // Only these characters begin replies. Any other was typed after Esc.
      if UInt8(ascii: "[") ~= code || Self.isOpener(code) { return keys(afterEscape(code)) }
      return [.key(.escape)] + decodeGround(code, next: next)
    case .sequence:
      // Parameter and intermediate bytes continue the sequence. Anything else ends it.
      if (0x20...0x3F).contains(code) {
        collect(code)
        return []
      }
      state = .ground
      if code == Self.escape { return keys(afterEscape(next())) }
      return Self.character(code)
        .flatMap { TerminalReply(parameters: content, final: $0) }
        .map { [.reply($0)] } ?? []
    case .shift: state = .ground
    case .string:
      switch code {
      case 0x07: return endString()
      case Self.escape: state = .stringEscape
      default: collect(code)
      }
    case .stringEscape:
      if code == 0x5C { return endString() }
      state = .string
    }
    return []
  }

  private mutating func decodeGround(_ code: Int32, next: () -> Int32?) -> [Input] {
    keys(code == Self.escape ? afterEscape(next()) : Key(character: code))
  }

  private func keys(_ key: Key?) -> [Input] { key.map { [.key($0)] } ?? [] }

  private mutating func afterEscape(_ next: Int32?) -> Key? {
    content = ""
    switch next {
    case nil where expectsReplies: state = .escape
    // Esc alone is the Esc key.
    case nil: return .escape
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .shift
    case Self.escape: return .escape
    case let code?:
      guard let character = Self.character(code) else { return nil }
      guard Self.isOpener(code) else { return .alt(character) }
      (state, opener) = (.string, character)
    }
    return nil
  }

  private mutating func endString() -> [Input] {
    state = .ground
    return TerminalReply(opener: opener, string: content).map { [.reply($0)] } ?? []
  }

  /// Appends a character to the content of a sequence or string. Content longer than any reply is
  /// dropped, because it can't be one.
  private mutating func collect(_ code: Int32) {
    guard content.utf8.count < Self.contentLimit, let character = Self.character(code) else {
      content = "\u{FFFD}"
      return
    }
    content.append(character)
  }

  private static let contentLimit = 256

  /// Whether this character after an Esc begins a string: an OSC, DCS, APC, PM or SOS.
  private static func isOpener(_ code: Int32) -> Bool {
    Self.character(code).map { "]P_^X".contains($0) } ?? false
  }

  private static func character(_ code: Int32) -> Character? {
    Unicode.Scalar(UInt32(bitPattern: code)).map { Character($0) }
  }

  private static let escape: Int32 = 0x1B
}

private func ~= (byte: UInt8, code: Int32?) -> Bool { code == Int32(byte) }
