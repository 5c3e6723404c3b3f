/// Makes text from a page fit to show: hostile until it went through here.
package enum PlainText {
  /// One line of plain text: white space folded, controls and bidi overrides gone; nil when empty.
  ///
  /// - Parameter limit: scalars after which the text is cut, ending in an ellipsis. A page that
  ///   names itself with a megabyte shall not slow down whoever shows the name.
  package static func folded(_ text: String, limit: Int = 500) -> String? {
    var scalars = String.UnicodeScalarView()
    var spaceIsDue = false
    var count = 0
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
        spaceIsDue = count > 0
      } else if let seen = visible(scalar) ?? flagTag(scalar, after: scalars) {
        // What is left out does not count.
        count += spaceIsDue ? 2 : 1
        if count > limit {
          scalars.append("…")
          break
        }
        if spaceIsDue { scalars.append(" ") }
        spaceIsDue = false
        scalars.append(seen)
      }
    }
    return scalars.isEmpty ? nil : String(scalars)
  }

  /// Whether there is nothing to see in it.
  static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isSpace) }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    // Unicode's tables cost more than all else here, and most text is ASCII.
    scalar.isASCII
      ? scalar == " " || (0x09...0x0D).contains(scalar.value)
      : scalar.value > 0x9F && scalar.properties.isWhitespace
  }

  /// The scalar as it may be shown; nil for one that may not.
  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x80...0x9F).contains(scalar.value) { return windows1252[Int(scalar.value) - 0x80] }
    return isHidden(scalar) ? nil : scalar
  }

  /// A letter in the flag of a region, such as Scotland's, or that flag's end
  /// (https://unicode.org/reports/tr51/#valid-emoji-tag-sequences); elsewhere they hide text.
  private static func flagTag(
    _ scalar: Unicode.Scalar, after scalars: String.UnicodeScalarView
  ) -> Unicode.Scalar? {
    let tags: ClosedRange<Unicode.Scalar> = "\u{E0030}"..."\u{E007F}"
    guard tags.contains(scalar), let last = scalars.last else { return nil }
    return last == "\u{1F3F4}" || (tags.contains(last) && last != "\u{E007F}") ? scalar : nil
  }

  /// What pages mean by C1 controls: `&#146;` is an apostrophe in windows-1252, and in HTML
  /// (https://html.spec.whatwg.org/#numeric-character-reference-end-state).
  private static let windows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  /// Controls, and format characters that reorder or hide text. The joiners stay: scripts and emoji
  /// need them.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    case .unassigned: scalar.properties.isNoncharacterCodePoint
    default: false
    }
  }
}
