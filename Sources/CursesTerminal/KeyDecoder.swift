package import RayletteApp

/// Decodes keys from ncurses' input, and tells Esc from the start of a longer sequence.
///
/// Terminals send Alt with a key as Esc and that key, and unknown function keys as a control
/// sequence (ECMA-48, section 5.4). If ncurses doesn't recognise them, it returns the parts one by
/// one. Without a decoder, Esc would close a prompt and the rest would run as commands.
package struct KeyDecoder {
  private enum State {
    case ground
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

  package init() {}

  /// Returns the key that a character completes. Returns nil inside a sequence, or if the character
  /// isn't a key.
  /// - Parameters:
  ///   - code: a code point.
  ///   - next: reads the next character, if it's already there.
  package mutating func key(_ code: Int32, next: () -> Int32?) -> Key? {
    switch state {
    case .ground: return code == Self.escape ? afterEscape(next()) : Key(character: code)
    case .sequence:
      // Parameter and intermediate bytes continue the sequence. Anything else ends it.
      if !(0x20...0x3F).contains(code) { state = .ground }
      return code == Self.escape ? afterEscape(next()) : nil
    case .shift: state = .ground
    case .string:
      if code == 0x07 { state = .ground }
      if code == Self.escape { state = .stringEscape }
    case .stringEscape: state = code == 0x5C ? .ground : .string
    }
    return nil
  }

  private mutating func afterEscape(_ next: Int32?) -> Key? {
    switch next {
    // Esc alone is the Esc key.
    case nil: return .escape
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .shift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string
    case Self.escape: return .escape
    case let code?:
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { return nil }
      return .alt(Character(scalar))
    }
    return nil
  }

  private static let escape: Int32 = 0x1B
}

private func ~= (byte: UInt8, code: Int32?) -> Bool { code == Int32(byte) }

/// Text that's being pasted, one character at a time.
struct PastedText {
  private(set) var text = ""
  private var count = 0

  /// The maximum number of characters; the rest is dropped. Larger than any list of addresses.
  private static let limit = 1_000_000

  mutating func append(_ code: Int32) {
    guard count < Self.limit, let scalar = Unicode.Scalar(UInt32(bitPattern: code)) else { return }
    count += 1
    // For a line break, terminals send the same as for Enter.
    text.unicodeScalars.append(scalar == "\r" ? "\n" : scalar)
  }
}
