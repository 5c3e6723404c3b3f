/// Folds the forms that East Asian input methods and pages give to the same letters: full-width
/// letters, digits and signs become ASCII, and katakana of either width become hiragana.
///
/// Searches find any of these forms by any other. What's stored, and what's shown, stays as it is.
package enum WidthFolding {
  /// The sign after a kana that makes it another one, such as か to が.
  package enum Mark: UInt32, Sendable {
    case voiced = 0x3099
    case semivoiced = 0x309A

    /// Returns the folded kana with the mark, or nil if there's none.
    func applied(to letter: UInt32) -> UInt32? {
      switch (self, letter) {
      case (.voiced, 0x3046): 0x3094
      case (.voiced, 0x304B...0x3061) where letter % 2 == 1: letter + 1
      case (.voiced, 0x3064), (.voiced, 0x3066), (.voiced, 0x3068), (.voiced, 0x309D): letter + 1
      case (_, 0x306F...0x307B) where letter % 3 == 0: letter + (self == .voiced ? 1 : 2)
      default: nil
      }
    }

    /// Returns the folded kana with the mark, or nil if there's none.
    func applied(to letter: Unicode.Scalar) -> Unicode.Scalar? {
      applied(to: letter.value).flatMap(Unicode.Scalar.init)
    }
  }

  /// Returns a hiragana without its mark, and the half-width mark; nil if it has none.
  static func unmarked(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    if scalar == "ゔ" { return ["う", "ﾞ"] }
    guard (0x304C...0x309E).contains(scalar.value) else { return nil }
    for (mark, sign) in [(Mark.voiced, "ﾞ" as Unicode.Scalar), (.semivoiced, "ﾟ")] {
      for distance: UInt32 in [1, 2] {
        guard let letter = Unicode.Scalar(scalar.value - distance),
          mark.applied(to: letter) == scalar
        else { continue }
        return [letter, sign]
      }
    }
    return nil
  }

  static func mark(_ value: UInt32) -> Mark? {
    switch value {
    case 0x3099, 0x309B, 0xFF9E: .voiced
    case 0x309A, 0x309C, 0xFF9F: .semivoiced
    default: nil
    }
  }

  /// Returns the ASCII character of a full-width form, or any other value as it is.
  static func ascii(_ value: UInt32) -> UInt32 {
    switch value {
    case 0xFF01...0xFF5E: value - 0xFEE0
    case 0x3000: 0x20
    default: value
    }
  }

  /// Folds a value that isn't a ``mark(_:)``.
  static func folded(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x30A1...0x30F6, 0x30FD, 0x30FE: value - 0x60
    case 0xFF61...0xFF9D: halfWidthForms[Int(value - 0xFF61)]
    default: ascii(value)
    }
  }

  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // Only these rows have such forms.
    guard scalar.value >= 0x3000, scalar.value < 0x3100 || scalar.value >= 0xFF00 else {
      return scalar
    }
    return Unicode.Scalar(folded(scalar.value)) ?? scalar
  }

  /// The folded form of each half-width sign and kana, from U+FF61 on.
  static let halfWidthForms: [UInt32] =
    "。「」、・をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん"
    .unicodeScalars.map(\.value)

  /// Folds text in UTF-8.
  /// - Parameters:
  ///   - output: gets the folded text.
  ///   - origins: gets the position in the text of each byte; nil if nobody asks.
  /// - Returns: whether the text changed.
  static func fold(
    _ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8], origins: inout [Int]?
  ) -> Bool {
    var isChanged = false
    var position = 0
    while position < text.count {
      // All forms are in the rows of these two bytes.
      let byte = text[position]
      guard byte == 0xE3 || byte == 0xEF, position + 2 < text.count else {
        output.append(byte)
        origins?.append(position)
        position += 1
        continue
      }
      let value =
        UInt32(byte & 0x0F) << 12 | UInt32(text[position + 1] & 0x3F) << 6
        | UInt32(text[position + 2] & 0x3F)
      if let mark = mark(value) {
        isChanged = isChanged || value != mark.rawValue
        if let letter = lastScalar(of: output), let marked = mark.applied(to: letter) {
          isChanged = true
          output.removeLast(3)
          append(marked, to: &output)
        } else {
          append(mark.rawValue, to: &output)
          for _ in 0..<3 { origins?.append(position) }
        }
      } else {
        let folded = folded(value)
        isChanged = isChanged || folded != value
        append(folded, to: &output)
        for _ in 0..<(folded < 0x80 ? 1 : 3) { origins?.append(position) }
      }
      position += 3
    }
    return isChanged
  }

  /// Returns the scalar at the end of a text if it may be kana.
  private static func lastScalar(of text: [UInt8]) -> UInt32? {
    guard text.count >= 3, text[text.count - 3] == 0xE3 else { return nil }
    return 0x3000 | UInt32(text[text.count - 2] & 0x3F) << 6 | UInt32(text[text.count - 1] & 0x3F)
  }

  private static func append(_ value: UInt32, to text: inout [UInt8]) {
    if value < 0x80 { return text.append(UInt8(truncatingIfNeeded: value)) }
    text.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
    text.append(UInt8(truncatingIfNeeded: 0x80 | (value >> 6 & 0x3F)))
    text.append(UInt8(truncatingIfNeeded: 0x80 | (value & 0x3F)))
  }

  /// Appends a text in UTF-8, folded.
  package static func fold(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var origins: [Int]?
    text.withUnsafeBufferPointer { bytes in
      _ = fold(bytes, to: &output, origins: &origins)
    }
  }

  /// Whether a text may have forms to fold. Quick.
  package static func mayChange(_ text: some Sequence<UInt8>) -> Bool {
    text.contains { $0 == 0xE3 || $0 == 0xEF }
  }
}

extension StringProtocol {
  /// The text with full-width letters in ASCII and all kana as hiragana. See ``WidthFolding``.
  ///
  ///     "ＳＷＩＦＴ ｶﾞｲﾄﾞ".widthFolded  // "SWIFT がいど"
  package var widthFolded: String { WidthFoldedText(String(self)).folded }

  /// The text with full-width letters, digits and signs in ASCII.
  ///
  ///     "ｉｓ：ｕｎｒｅａｄ".asciiFolded  // "is:unread"
  package var asciiFolded: String {
    guard WidthFolding.mayChange(utf8) else { return String(self) }
    var folded = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      folded.append(Unicode.Scalar(WidthFolding.ascii(scalar.value)) ?? scalar)
    }
    return String(folded)
  }

  /// The text with hiragana as katakana, the opposite of ``WidthFolding``.
  package var katakana: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isHiragana = (0x3041...0x3096).contains(scalar.value) || scalar == "ゝ" || scalar == "ゞ"
      text.append(isHiragana ? Unicode.Scalar(scalar.value + 0x60) ?? scalar : scalar)
    }
    return String(text)
  }

  /// The text with ASCII letters and digits in full width, and hiragana as katakana in half width,
  /// the opposite of ``WidthFolding``.
  package var oppositeWidth: String {
    var text = String.UnicodeScalarView()
    let scalars = unicodeScalars.flatMap { WidthFolding.unmarked($0) ?? [$0] }
    for scalar in scalars {
      if let index = WidthFolding.halfWidthForms.firstIndex(of: scalar.value) {
        text.append(Unicode.Scalar(0xFF61 + UInt32(index)) ?? scalar)
      } else if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        text.append(Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

/// A text folded by ``WidthFolding``, with the positions of its parts in the original.
package struct WidthFoldedText {
  package let original: String
  package let folded: String
  /// The position in the original of each byte and of the end. Empty if nothing changed.
  private let origins: [Int]

  package init(_ text: String) {
    original = text
    guard WidthFolding.mayChange(text.utf8) else {
      (folded, origins) = (text, [])
      return
    }
    var copy = text
    var (output, positions): ([UInt8], [Int]?) = ([], [])
    let isChanged = copy.withUTF8 { WidthFolding.fold($0, to: &output, origins: &positions) }
    folded = isChanged ? String(decoding: output, as: UTF8.self) : text
    origins = isChanged ? (positions ?? []) + [text.utf8.count] : []
  }

  /// Returns the part of the original that a part of the folded text stands for.
  package func originalRange(_ range: Range<String.Index>) -> Range<String.Index> {
    guard !origins.isEmpty else { return range }
    return originalIndex(range.lowerBound)..<originalIndex(range.upperBound)
  }

  private func originalIndex(_ index: String.Index) -> String.Index {
    let offset = folded.utf8.distance(from: folded.startIndex, to: index)
    return original.utf8.index(original.startIndex, offsetBy: origins[offset])
  }
}
