/// A text folded like the full-text index, with the position of each byte in the text.
package struct FoldedText {
  /// The original text in UTF-8.
  package let bytes: [UInt8]
  private var folded: [UInt8] = [Self.space]
  private var origins: [Int32] = [0]

  /// Folded words to find in a text.
  package struct Needle {
    /// The words with single spaces between them.
    package var bytes: [UInt8]
    /// Whether only matches at the start of a word count.
    var startsWord: Bool

    package init(bytes: [UInt8], startsWord: Bool) {
      self.bytes = bytes
      self.startsWord = startsWord
    }
  }

  private static let space = UInt8(ascii: " ")

  /// - Parameter limit: the number of bytes of the text to fold.
  package init(_ text: String, limit: Int, folding: inout ScalarFolding) {
    bytes = Array(text.utf8)
    folded.reserveCapacity(min(limit, bytes.count) + 2)
    origins.reserveCapacity(min(limit, bytes.count) + 2)
    var position: Int32 = 0
    for scalar in text.unicodeScalars {
      guard position < limit else { break }
      append(folding.folded(scalar), from: position)
      position += Int32(UTF8.width(scalar))
    }
  }

  private mutating func append(_ scalar: ScalarFolding.Folded, from position: Int32) {
    switch scalar {
    case .letter(let letter) where letter.isASCII:
      folded.append(UInt8(truncatingIfNeeded: letter.value))
      origins.append(position)
    case .letter(let letter):
      for byte in String(letter).utf8 {
        folded.append(byte)
        origins.append(position)
      }
    case .separator:
      guard folded.last != Self.space else { return }
      folded.append(Self.space)
      origins.append(position)
    case .diacritic: return
    case .mark(let mark): folded.apply(mark)
    }
  }

  /// Returns the positions of the first occurrences in ``bytes``.
  func positions(of needle: Needle, limit: Int) -> [Int] {
    guard let first = needle.bytes.first else { return [] }
    var positions: [Int] = []
    let length = needle.bytes.count
    var start = 1
    while start + length <= folded.count, positions.count < limit {
      if folded[start] == first, !needle.startsWord || folded[start - 1] == Self.space,
        folded[start..<start + length].elementsEqual(needle.bytes)
      {
        positions.append(Int(origins[start]))
      }
      start += 1
    }
    return positions
  }
}
