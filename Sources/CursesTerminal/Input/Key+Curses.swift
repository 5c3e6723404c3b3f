import CNcurses
import RayletteApp

extension Key {
  /// Creates a key from an ncurses key code. Returns nil for a code that the app doesn't use.
  init?(special code: Int32) {
    guard let found = Self.specialKeys[code] else { return nil }
    self = found
  }

  private static let specialKeys: [Int32: Key] = [
    Int32(bitPattern: RL_KEY_DOWN.rawValue): .down,
    Int32(bitPattern: RL_KEY_UP.rawValue): .up,
    Int32(bitPattern: RL_KEY_LEFT.rawValue): .left,
    Int32(bitPattern: RL_KEY_RIGHT.rawValue): .right,
    Int32(bitPattern: RL_KEY_HOME.rawValue): .home,
    Int32(bitPattern: RL_KEY_END.rawValue): .end,
    Int32(bitPattern: RL_KEY_PAGE_DOWN.rawValue): .pageDown,
    Int32(bitPattern: RL_KEY_PAGE_UP.rawValue): .pageUp,
    Int32(bitPattern: RL_KEY_ENTER.rawValue): .enter,
    Int32(bitPattern: RL_KEY_BACKSPACE.rawValue): .backspace,
    Int32(bitPattern: RL_KEY_BACK_TAB.rawValue): .backTab,
    Int32(bitPattern: RL_KEY_DELETE.rawValue): .delete,
  ]

  /// Creates a key from a character. Returns nil if no key produces it.
  init?(character code: Int32) {
    switch code {
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x08, 0x7F: self = .backspace
    case 0x01...0x1A:
      // Ctrl subtracts 0x60 from a letter's code.
      guard let letter = Unicode.Scalar(UInt32(code) + 0x60) else { return nil }
      self = .control(Character(letter))
    default:
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)), code >= 0x20 else { return nil }
      self = .character(Character(scalar))
    }
  }
}
