/// Signs that a text was read in the wrong encoding.
enum MisreadText {
  /// Counts characters that no text has, and letters and marks that don't occur beside each other.
  /// Text in ASCII has none.
  static func faults(in text: some Sequence<UInt8>) -> Int {
    var counter = Counter()
    for scalar in String(decoding: Array(text), as: UTF8.self).unicodeScalars {
      counter.add(scalar)
    }
    counter.add(" ")
    return counter.faults
  }

  private struct Counter {
    var faults = 0
    private var last = Sign(" ")
    private var beforeLast = Sign(" ")
    /// The number of Latin letters outside ASCII in a row.
    private var marked = 0
    /// The sign before a Chinese character that stands alone so far.
    private var beforeHan: Sign?

    mutating func add(_ scalar: Unicode.Scalar) {
      if scalar.isASCII, last.scalar.isASCII, beforeLast.scalar.isASCII {
        (beforeLast, last) = (last, Sign(scalar))
        return
      }
      let sign = Sign(scalar)
      // Combining marks belong to the letter before.
      if sign.kind == .combining { return }
      faults += faults(of: sign)
      marked = sign.kind == .letter && sign.script == .latin && !scalar.isASCII ? marked + 1 : 0
      // Cyrillic and Greek words in a Latin encoding. Estonian has four such letters in a row.
      if marked > 4 { faults += 1 }
      // Many encodings make a character of a sign and the Latin letter after it.
      if let before = beforeHan, sign.script != .eastAsian, before.script != .eastAsian,
        before.isASCIILetter || sign.isASCIILetter
      {
        faults += 1
      }
      beforeHan = sign.kind == .han ? last : nil
      (beforeLast, last) = (last, sign)
    }

    private func faults(of sign: Sign) -> Int {
      switch sign.kind {
      case .replacement: return 3
      case .never: return 1
      case .letter where last.kind == .letter:
        guard !sign.scalar.isASCII || !last.scalar.isASCII else { return 0 }
        if sign.isUpper, last.isLower { return 1 }
        let areForeign = sign.script != last.script
        return areForeign && sign.script != .other && last.script != .other ? 1 : 0
      // Such signs don't begin words, or follow them.
      case .odd where last.kind == .letter: return 1
      case .letter where last.kind == .odd || last.kind == .trade: return 1
      // Others don't stand within words.
      case .letter where last.kind == .mark && beforeLast.kind == .letter: return 1
      default: return 0
      }
    }
  }

  private struct Sign {
    enum Kind { case letter, han, combining, odd, trade, mark, never, replacement, other }
    enum Script { case latin, greek, cyrillic, hebrew, arabic, thai, eastAsian, other }

    let scalar: Unicode.Scalar
    let kind: Kind
    let script: Script

    init(_ scalar: Unicode.Scalar) {
      self.scalar = scalar
      script = Self.script(of: scalar.value)
      kind = Self.kind(of: scalar)
    }

    var isUpper: Bool { scalar.properties.generalCategory == .uppercaseLetter }
    var isLower: Bool { scalar.properties.generalCategory == .lowercaseLetter }
    var isASCIILetter: Bool { scalar.isASCII && kind == .letter }

    private static func script(of value: UInt32) -> Script {
      switch value {
      case 0..<0x250: .latin
      case 0x370..<0x400: .greek
      case 0x400..<0x530: .cyrillic
      case 0x590..<0x600: .hebrew
      case 0x600..<0x700: .arabic
      case 0xE00..<0xE80: .thai
      case 0x3000..<0xD800, 0xFF00..<0xFF61: .eastAsian
      default: .other
      }
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
      switch scalar {
      case "\0"..."\u{7F}":
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) ? .letter : .other
      case "\u{FFFD}": return .replacement
      // Controls, soft hyphens, lines and boxes, private use, kana of half the width.
      case "\u{80}"..."\u{9F}", "\u{AD}", "\u{2500}"..."\u{25A0}", "\u{E000}"..."\u{F8FF}",
        "\u{FF61}"..."\u{FF9F}":
        return .never
      case "¬", "¦", "±", "¶", "¤", "¨", "¸", "×", "÷", "ˇ", "˘", "˙", "˛", "˝", "‡", "†", "¯", "¼",
        "½", "¾", "¹", "²", "³":
        return .odd
      case "©", "®": return .trade
      case "·", "’", "–", "—", "…": return .other
      case "\u{3400}"..."\u{9FFF}": return .han
      default: break
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        return .letter
      case .nonspacingMark, .spacingMark, .enclosingMark: return .combining
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .otherNumber,
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        return .mark
      default: return .other
      }
    }
  }
}
