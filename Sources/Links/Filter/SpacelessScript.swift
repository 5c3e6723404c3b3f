extension Unicode.Scalar {
  /// Whether the script is written without spaces between words.
  package var isOfSpacelessScript: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF,
      0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

extension SavedFilter.Term {
  /// Whether the text contains a script that's written without spaces between words, so that few
  /// words of a text begin with it.
  package var isOfSpacelessScript: Bool {
    text.unicodeScalars.contains(where: \.isOfSpacelessScript)
  }
}
