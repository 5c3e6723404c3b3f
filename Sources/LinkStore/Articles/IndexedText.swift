import Foundation
import Links

/// Converts the text of a page for the full-text index. FTS5 removes a text only if it gets exactly
/// the text that was indexed, so a change of these rules needs a migration that rebuilds the index.
enum IndexedText {
  /// Separates the characters of scripts that are written without spaces, so that each becomes a
  /// word of the index. A phrase then finds any part of such a text.
  ///
  ///     IndexedText.words("Swift言語")  // "Swift 言  語 "
  static func words(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isOfSpacelessScript) else { return text }
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar.isOfSpacelessScript else {
        output.append(scalar)
        continue
      }
      output.append(" ")
      output.append(scalar)
      output.append(" ")
    }
    return String(output)
  }

  /// Returns the distinct beginnings of two and three letters of all words, separated by spaces.
  ///
  ///     IndexedText.prefixes("The thing is")  // "th the thi is"
  static func prefixes(_ text: String) -> String {
    var folding = ScalarFolding()
    var known: Set<UInt64> = []
    var output = String.UnicodeScalarView()
    var word: (letters: UInt64, count: Int) = (0, 0)
    func add(_ letters: UInt64, count: Int) {
      guard known.insert(letters).inserted else { return }
      for index in (0..<count).reversed() {
        let value = UInt32(truncatingIfNeeded: letters >> UInt64(21 * index)) & 0x1F_FFFF
        if let scalar = Unicode.Scalar(value) { output.append(scalar) }
      }
      output.append(" ")
    }
    for scalar in text.unicodeScalars {
      guard !scalar.isOfSpacelessScript else {
        word = (0, 0)
        continue
      }
      switch folding.folded(scalar) {
      case .letter(let letter):
        guard word.count < 3 else { continue }
        word = (word.letters << 21 | UInt64(letter.value), word.count + 1)
        if word.count > 1 { add(word.letters, count: word.count) }
      case .separator: word = (0, 0)
      case .diacritic: break
      }
    }
    return String(output)
  }
}

extension Unicode.Scalar {
  /// Whether the script is written without spaces between words.
  var isOfSpacelessScript: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xAC00...0xD7AF,
      0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
