extension [UInt8] {
  /// Lower-cases the last letter if it's Latin, Greek or Cyrillic, after its last byte was
  /// appended.
  mutating func lowercaseLast() {
    guard count > 1 else { return }
    let last = self[count - 1]
    switch (self[count - 2], last) {
    case (0xC3, 0x80...0x9E) where last != 0x97: self[count - 1] = last + 0x20
    case (0xC4, 0x80...0xB7), (0xC5, 0x8A...0xB7): self[count - 1] = last | 1
    case (0xC4, 0xB9...0xBE), (0xC5, 0x81...0x88), (0xC5, 0xB9...0xBE):
      self[count - 1] = last & 1 == 1 ? last + 1 : last
    case (0xCE, 0x91...0x9F), (0xD0, 0x90...0x9F): self[count - 1] = last + 0x20
    case (0xCE, 0xA0...0xA9):
      self[count - 2] = 0xCF
      self[count - 1] = last - 0x20
    case (0xD0, 0xA0...0xAF):
      self[count - 2] = 0xD1
      self[count - 1] = last - 0x20
    default: break
    }
  }
}
