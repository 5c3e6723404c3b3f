/// A text folded as the full-text index does, with the place of each byte in the text.
package struct FoldedText {
  /// The text itself.
  package let bytes: [UInt8]
  private var folded: [UInt8] = [Self.space]
  private var origins: [Int32] = [0]

  /// What's looked for in a text.
  package struct Needle {
    /// Folded words with one space between.
    package var bytes: [UInt8]
    /// Whether it's only found at the start of a word.
    var startsWord: Bool

    package init(bytes: [UInt8], startsWord: Bool) {
      self.bytes = bytes
      self.startsWord = startsWord
    }
  }

  private static let space = UInt8(ascii: " ")

  /// - Parameter limit: how many bytes of the text to fold.
  package init(_ text: String, limit: Int, folding: inout ScalarFolding) {
    bytes = Array(text.utf8)
    folded.reserveCapacity(min(limit, bytes.count) + 2)
    origins.reserveCapacity(min(limit, bytes.count) + 2)
    var place: Int32 = 0
    for scalar in text.unicodeScalars {
      guard place < limit else { break }
      append(folding.folded(scalar), from: place)
      place += Int32(UTF8.width(scalar))
    }
  }

  private mutating func append(_ scalar: ScalarFolding.Folded, from place: Int32) {
    switch scalar {
    case .letter(let letter) where letter.isASCII:
      folded.append(UInt8(truncatingIfNeeded: letter.value))
      origins.append(place)
    case .letter(let letter):
      for byte in String(letter).utf8 {
        folded.append(byte)
        origins.append(place)
      }
    case .separator:
      guard folded.last != Self.space else { return }
      folded.append(Self.space)
      origins.append(place)
    case .diacritic: return
    }
  }

  /// Returns where the first occurrences are in ``bytes``.
  func places(of needle: Needle, limit: Int) -> [Int] {
    guard let first = needle.bytes.first else { return [] }
    var places: [Int] = []
    let length = needle.bytes.count
    var start = 1
    while start + length <= folded.count, places.count < limit {
      if folded[start] == first, !needle.startsWord || folded[start - 1] == Self.space,
        folded[start..<start + length].elementsEqual(needle.bytes)
      {
        places.append(Int(origins[start]))
      }
      start += 1
    }
    return places
  }
}
