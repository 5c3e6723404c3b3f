import Foundation

/// Folds text for searching: to lower-case letters without diacritics, and by ``WidthFolding``. Caches
/// results, because Foundation takes a microsecond for each scalar.
package struct ScalarFolding {
  package enum Folded {
    /// A part of a word, folded.
    case letter(Unicode.Scalar)
    case separator
    /// A diacritic that follows its letter.
    case diacritic
    /// A sign that makes the kana before it another letter.
    case mark(WidthFolding.Mark)
  }

  package enum Forms {
    /// As people search: any width and any kana are alike.
    case alike
    /// As in the full-text index, which tells them apart.
    case index
  }

  private let forms: Forms
  private var known: [Unicode.Scalar: Folded] = [:]

  package init(_ forms: Forms = .alike) { self.forms = forms }

  package mutating func folded(_ scalar: Unicode.Scalar) -> Folded {
    if scalar.isASCII { return Self.foldedASCII(scalar) }
    if let folded = known[scalar] { return folded }
    let folded = forms == .index ? Self.fold(scalar) : Self.foldWidth(scalar)
    known[scalar] = folded
    return folded
  }

  private static func foldedASCII(_ scalar: Unicode.Scalar) -> Folded {
    switch scalar {
    case "a"..."z", "0"..."9", "+", "#": .letter(scalar)
    case "A"..."Z": .letter(Unicode.Scalar(UInt8(scalar.value) | 0x20))
    default: .separator
    }
  }

  private static func foldWidth(_ scalar: Unicode.Scalar) -> Folded {
    if let mark = WidthFolding.mark(scalar.value) { return .mark(mark) }
    let scalar = WidthFolding.folded(scalar)
    return scalar.isASCII ? foldedASCII(scalar) : fold(scalar)
  }

  private static func fold(_ scalar: Unicode.Scalar) -> Folded {
    if (0x300...0x36F).contains(scalar.value) { return .diacritic }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      let folded = String(scalar).folding(
        options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      return .letter(folded.unicodeScalars.first ?? scalar)
    default: return .separator
    }
  }
}

/// The folded words of a text, in UTF-8. One space is before, between and after them, so that a
/// search for a word with its spaces finds only whole words.
package struct FoldedWords {
  /// The kind of match, best first.
  package enum Match: Int, CaseIterable { case wholeWord, prefix, inside }

  private static let space = UInt8(ascii: " ")
  private var bytes = [Self.space]

  package init(_ text: String, folding: inout ScalarFolding) {
    bytes.reserveCapacity(text.utf8.count + 2)
    for scalar in text.unicodeScalars {
      switch folding.folded(scalar) {
      case .letter(let letter) where letter.isASCII:
        bytes.append(UInt8(truncatingIfNeeded: letter.value))
      case .letter(let letter): bytes.append(contentsOf: String(letter).utf8)
      case .separator: if bytes.last != Self.space { bytes.append(Self.space) }
      case .diacritic: continue
      case .mark(let mark): bytes.apply(mark)
      }
    }
    if bytes.last != Self.space { bytes.append(Self.space) }
  }

  /// The words with single spaces between them, in UTF-8.
  package var trimmed: [UInt8] { Array(bytes.dropFirst().dropLast()) }

  /// Whether there are no words.
  package var isEmpty: Bool { bytes.count < 2 }

  /// Returns the best match of other words, or nil if they don't occur.
  package func match(of words: FoldedWords) -> Match? {
    let length = words.bytes.count - 2
    guard length > 0, length <= bytes.count - 2 else { return nil }
    let first = words.bytes[1]
    var best: Match?
    for start in 1..<bytes.count - length where bytes[start] == first {
      var end = start + 1
      while end < start + length, bytes[end] == words.bytes[end - start + 1] { end += 1 }
      guard end == start + length else { continue }
      if bytes[start - 1] != Self.space {
        best = best ?? .inside
      } else if bytes[end] != Self.space {
        best = .prefix
      } else {
        return .wholeWord
      }
    }
    return best
  }
}

extension String {
  /// Replaces the kana at the end of a folded word with the one that a mark makes of it.
  package mutating func apply(_ mark: WidthFolding.Mark) {
    guard let last = unicodeScalars.last, let marked = mark.applied(to: last) else { return }
    unicodeScalars.removeLast()
    unicodeScalars.append(marked)
  }
}

extension [UInt8] {
  /// Replaces the kana at the end of folded UTF-8 with the one that a mark makes of it.
  mutating func apply(_ mark: WidthFolding.Mark) {
    guard count >= 3, let text = String(validating: suffix(3), as: UTF8.self),
      let letter = text.unicodeScalars.first, let marked = mark.applied(to: letter)
    else { return }
    replaceSubrange(count - 3..<count, with: String(marked).utf8)
  }
}
