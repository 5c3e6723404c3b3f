/// Makes text from a page fit to show: hostile until it went through here.
package enum PlainText {
  /// One line of plain text: white space folded, controls, bidi overrides and piles of combining marks
  /// gone; nil when empty.
  ///
  /// - Parameter limit: scalars after which the text is cut, ending in an ellipsis. A page that
  ///   names itself with a megabyte shall not slow down whoever shows the name.
  package static func folded(_ text: String, limit: Int = 500) -> String? {
    if isFolded(text.utf8, limit: limit) { return text.isEmpty ? nil : text }
    var scalars = String.UnicodeScalarView()
    var spaceIsDue = false
    var count = 0
    var marks = 0
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
        spaceIsDue = count > 0
      } else if let seen = visible(scalar) ?? flagTag(scalar, after: scalars) {
        marks = isMark(seen) ? marks + 1 : 0
        if marks > marksLimit { continue }
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

  /// As ``folded(_:limit:)`` line by line, for text whose lines mean something: line breaks stay,
  /// at most one empty line in a row.
  package static func foldedLines(_ text: String, limit: Int = 5_000) -> String? {
    // Most are one line, and end in the line break before the next markup.
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
    if let start = text.utf8.firstIndex(where: { !isSpace($0) }),
      let end = text.utf8.lastIndex(where: { !isSpace($0) })
    {
      let trimmed = text[start...end]
      if isFolded(trimmed.utf8, limit: limit) { return String(trimmed) }
    }
    let text = String(text.unicodeScalars.prefix(2 * limit))
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = folded(String(line), limit: limit) ?? ""
      if !line.isEmpty || lines.last?.isEmpty == false { lines.append(line) }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    let whole = lines.joined(separator: "\n")
    guard whole.unicodeScalars.count > limit else { return whole.isEmpty ? nil : whole }
    return String(whole.unicodeScalars.prefix(limit)) + "…"
  }

  /// Whether there is nothing to fold, as in most text in ASCII: found out many times faster than
  /// by the look at the properties of each scalar that ``folded(_:limit:)`` takes.
  private static func isFolded(_ text: some Collection<UInt8>, limit: Int) -> Bool {
    // False where a string is not stored as UTF-8, which is rare.
    text.withContiguousStorageIfAvailable { bytes in
      guard bytes.count <= limit else { return false }
      let space = UInt8(ascii: " ")
      // A space at the start counts as one after another.
      var last = space
      for byte in bytes {
        guard byte >= space, byte < 0x7F, byte != space || last != space else { return false }
        last = byte
      }
      return last != space || bytes.isEmpty
    } ?? false
  }

  /// Whether there is nothing to see in it.
  package static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isSpace) }

  package static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
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

  /// Marks in a row; more than any script stacks on a letter are a prank that covers other lines.
  private static let marksLimit = 8

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// What pages mean by C1 controls: `&#146;` is an apostrophe in windows-1252, and in HTML
  /// (https://html.spec.whatwg.org/#numeric-character-reference-end-state).
  private static let windows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  /// Controls, and format characters that reorder or hide text. The joiners stay: scripts and emoji
  /// need them.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    case .unassigned: scalar.properties.isNoncharacterCodePoint
    default: false
    }
  }
}
