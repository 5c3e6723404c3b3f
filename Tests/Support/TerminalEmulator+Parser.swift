/// Splits what the terminal gets into text, control sequences and strings (ECMA-48).
extension TerminalEmulator {
  public mutating func feed(_ more: some Sequence<UInt8>) {
    for byte in more {
      bytes.append(byte)
      feed(byte)
    }
  }

  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .text: feedText(byte)
    case .escape:
      state = .text
      switch byte {
      case UInt8(ascii: "["): state = .control([])
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
        state = .string(opener: byte, content: [], sawEscape: false)
      case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
      case UInt8(ascii: "M"): reverseLineFeed()
      case UInt8(ascii: "7"): savedCursor = cursor
      case UInt8(ascii: "8"): (cursor, wraps) = (savedCursor, false)
      case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"): break
      default: complaints.append("ESC \(Character(Unicode.Scalar(byte)))")
      }
    case .charset: state = .text
    case .control(let parameters):
      if (0x20...0x3F).contains(byte) {
        state = .control(parameters + [byte])
      } else {
        state = .text
        control(String(decoding: parameters, as: UTF8.self), final: byte)
      }
    case .string(let opener, var content, let sawEscape):
      if byte == 0x07 || (sawEscape && byte == 0x5C) {
        state = .text
        endString(opener, String(decoding: content, as: UTF8.self))
      } else {
        if sawEscape { complaints.append("an escape in a string") }
        if byte != 0x1B {
          // Long strings are pictures.
          state = .text
          content.append(byte)
        }
        state = .string(opener: opener, content: content, sawEscape: byte == 0x1B)
      }
    }
  }

  private mutating func feedText(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D: (cursor.x, wraps) = (0, false)
    case 0x0A:
      wraps = false
      lineFeed()
    case 0x08: (cursor.x, wraps) = (max(0, cursor.x - 1), false)
    case ..<0x20: break
    default:
      pending.append(byte)
      guard let text = String(validating: pending, as: UTF8.self) else {
        if pending.count > 3 { pending = [] }
        return
      }
      pending = []
      put(text)
    }
  }
}
