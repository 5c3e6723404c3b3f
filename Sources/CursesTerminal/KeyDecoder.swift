package import RayletteApp

/// Makes keys of what ncurses reports, and tells Esc from the beginning of something longer.
///
/// Terminals send Alt with a key as Esc and that key, and unknown function keys as a control sequence
/// (ECMA-48, section 5.4). Where ncurses knows neither, it gives out the parts one by one: Esc would
/// leave a prompt, and the rest would be taken for commands.
package struct KeyDecoder {
  private enum State {
    case ground
    /// Within a control sequence, up to its final byte.
    case sequence
    /// Within a single shift (SS3), which one character ends.
    case shift
    /// Within a string such as an answer of the terminal, up to BEL or ST.
    case string
    /// Within a string, after an Esc.
    case stringEscape
  }

  private var state = State.ground

  package init() {}

  /// The key that a character completes; nil within a sequence, and for one that means no key.
  /// - Parameters:
  ///   - code: a code point.
  ///   - next: reads the next character, if it is there already.
  package mutating func key(_ code: Int32, next: () -> Int32?) -> Key? {
    switch state {
    case .ground: return code == Self.escape ? afterEscape(next()) : Key(character: code)
    case .sequence:
      // Parameters and intermediates go on; anything else ends it.
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
    // Alone, it is the key.
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
