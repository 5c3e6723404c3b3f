/// Makes text from outside safe to show. All such text counts as hostile until it's been cleaned
/// here.
package enum PlainText {
  /// The usual maximum of a text in scalars.
  package static let limit = 500

  /// Returns one line of plain text, or nil if nothing is left. Folds white space, and removes
  /// control characters, bidi overrides and piles of combining marks.
  ///
  /// - Parameter limit: the number of scalars after which the text is cut and ends in an ellipsis,
  ///   so that a page with a megabyte of title doesn't slow down whoever shows it.
  package static func folded(_ text: String, limit: Int = PlainText.limit) -> String? {
    if isFolded(text.utf8, limit: limit) { return text.isEmpty ? nil : text }
    var text = text
    var folding = Folding(limit: limit, length: text.utf8.count)
    text.withUTF8 { folding.append($0) }
    return folding.output.isEmpty ? nil : String(decoding: folding.output, as: UTF8.self)
  }

  /// Folds each line of a text like ``folded(_:limit:)``, and keeps line breaks, with at most one
  /// empty line in a row.
  package static func foldedLines(_ text: String, limit: Int = 5_000) -> String? {
    // Most texts are one line, followed by the line break before the next markup.
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

  /// Whether a scalar is a letter, digit or punctuation mark of the kinds that most texts consist
  /// of. Looking up the properties of others takes far longer.
  static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // ASCII, Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, dashes and quotation marks,
    // currencies, kana, Chinese and Korean, without combining marks.
    case 0x21...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA,
      0x620...0x64A, 0x660...0x66F, 0x671...0x6D3, 0x904...0x939, 0xE01...0xE30, 0x2010...0x2027,
      0x20A0...0x20CF, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFF01...0xFF9F:
      true
    default: false
    }
  }

  /// Whether a text needs no folding, like most texts. Many times faster than ``folded(_:limit:)``,
  /// which creates a string.
  private static func isFolded(_ text: some Collection<UInt8>, limit: Int) -> Bool {
    // False if the string isn't stored as UTF-8, which is rare.
    text.withContiguousStorageIfAvailable { bytes in
      guard bytes.count <= limit else { return false }
      let space = UInt8(ascii: " ")
      // A leading space counts as a repeated one.
      var last = space
      var position = 0
      while position < bytes.count {
        let byte = bytes[position]
        if byte < 0x80 {
          guard byte >= space, byte < 0x7F, byte != space || last != space else { return false }
          position += 1
        } else {
          let (scalar, length) = scalar(in: bytes, at: position)
          guard isOrdinary(scalar) else { return false }
          position += length
        }
        last = byte
      }
      return last != space || bytes.isEmpty
    } ?? false
  }

  /// Decodes a scalar outside of ASCII in valid UTF-8.
  static func scalar(
    in bytes: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> (Unicode.Scalar, length: Int) {
    let length = bytes[position] >= 0xF0 ? 4 : bytes[position] >= 0xE0 ? 3 : 2
    guard position + length <= bytes.count else { return ("\u{FFFD}", length) }
    var value = UInt32(bytes[position]) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for index in 1..<length { value = value << 6 | UInt32(bytes[position + index] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// Whether the text is empty or all white space.
  package static func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isSpace) }

  package static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    // Unicode's tables cost more than everything else here, and most text is ASCII.
    scalar.isASCII
      ? scalar == " " || (0x09...0x0D).contains(scalar.value)
      : scalar.value > 0x9F && scalar.properties.isWhitespace
  }

  /// Returns the scalar to show, or nil if the scalar mustn't be shown.
  static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x80...0x9F).contains(scalar.value) { return windows1252[Int(scalar.value) - 0x80] }
    return isHidden(scalar) ? nil : scalar
  }

  /// Returns a letter in a region's flag, such as Scotland's, or the tag that ends the flag
  /// (https://unicode.org/reports/tr51/#valid-emoji-tag-sequences). Returns nil outside of flags,
  /// where these scalars hide text.
  static func flagTag(
    _ scalar: Unicode.Scalar, after last: Unicode.Scalar?
  ) -> Unicode.Scalar? {
    let tags: ClosedRange<Unicode.Scalar> = "\u{E0030}"..."\u{E007F}"
    guard tags.contains(scalar), let last else { return nil }
    return last == "\u{1F3F4}" || (tags.contains(last) && last != "\u{E007F}") ? scalar : nil
  }

  /// The number of combining marks that may follow each other. Longer stacks of marks, which no
  /// script has, are pranks that cover other lines.
  static let marksLimit = 8

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The characters that pages mean by C1 control characters: `&#146;` is an apostrophe in
  /// windows-1252, and in HTML
  /// (https://html.spec.whatwg.org/#numeric-character-reference-end-state).
  static let windows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  /// Whether a scalar is a control character, or a format character that reorders or hides text.
  /// The joiners don't count, because scripts and emoji need them.
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

extension PlainText {
  /// Folds a text into one line. See ``PlainText/folded(_:limit:)``.
  struct Folding {
    private(set) var output: [UInt8] = []
    /// The number of scalars that still fit.
    private var room: Int
    private var spaceIsDue = false
    private var last: Unicode.Scalar?
    /// The number of combining marks at the end.
    private var marks = 0

    init(limit: Int, length: Int) {
      room = limit
      output.reserveCapacity(min(length, limit) + 4)
    }

    /// - Parameter text: valid UTF-8.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
      var position = 0
      while position < text.count {
        let byte = text[position]
        if byte >= 0x80 {
          let (scalar, length) = PlainText.scalar(in: text, at: position)
          guard append(scalar) else { return }
          position += length
        } else if byte <= 0x20 {
          let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
          if isSpace { spaceIsDue = !output.isEmpty }
          position += 1
        } else if byte == 0x7F {
          position += 1
        } else {
          var end = position + 1
          while end < text.count, text[end] > 0x20, text[end] < 0x7F { end += 1 }
          guard append(word: UnsafeBufferPointer(rebasing: text[position..<end])) else { return }
          position = end
        }
      }
    }

    /// Appends visible ASCII.
    /// - Returns: false if the word was cut.
    private mutating func append(word: UnsafeBufferPointer<UInt8>) -> Bool {
      let length = min(word.count, spaceIsDue ? room - 1 : room)
      if length > 0 {
        appendDueSpace()
        output.append(contentsOf: UnsafeBufferPointer(rebasing: word[..<length]))
        room -= length
        last = Unicode.Scalar(word[length - 1])
        marks = 0
      }
      if length < word.count { output.append(contentsOf: "…".utf8) }
      return length >= word.count
    }

    /// Appends a scalar outside of ASCII, unless it mustn't be shown.
    /// - Returns: false if the text was cut.
    private mutating func append(_ scalar: Unicode.Scalar) -> Bool {
      let isOrdinary = PlainText.isOrdinary(scalar)
      if !isOrdinary, PlainText.isSpace(scalar) {
        spaceIsDue = !output.isEmpty
        return true
      }
      let visible =
        isOrdinary
        ? scalar : PlainText.visible(scalar) ?? PlainText.flagTag(scalar, after: last)
      guard let visible else { return true }
      marks = !isOrdinary && PlainText.isMark(visible) ? marks + 1 : 0
      if marks > PlainText.marksLimit { return true }
      // Removed scalars don't count.
      guard room >= (spaceIsDue ? 2 : 1) else {
        output.append(contentsOf: "…".utf8)
        return false
      }
      appendDueSpace()
      output.append(scalar: visible)
      room -= 1
      last = visible
      return true
    }

    private mutating func appendDueSpace() {
      guard spaceIsDue else { return }
      output.append(UInt8(ascii: " "))
      room -= 1
      spaceIsDue = false
    }
  }
}

extension PlainText {
  /// Folds text in which pages leave markup, like ``folded(_:limit:)``. Removes tags as a browser
  /// would, and decodes the entities inside that markup. Text without markup keeps every `<` and
  /// `&`.
  package static func withoutMarkup(_ text: String, limit: Int = 5_000) -> String? {
    guard text.containsBytes("<") else { return folded(text, limit: limit) }
    // Cuts the text first, which also bounds the search for markup.
    let text = String(text.unicodeScalars.drop(while: isSpace).prefix(2 * limit))
    return isMarkup(text) ? fromHTML(text, limit: limit) : folded(text, limit: limit)
  }

  /// Folds HTML, with or without tags, like ``folded(_:limit:)``.
  package static func fromHTML(_ html: String, limit: Int = 5_000) -> String? {
    folded(text(ofHTML: html), limit: limit)
  }

  /// Decodes entities, but keeps every `<`.
  static func decodingEntities(_ text: String) -> String {
    guard text.containsBytes("&"), text.containsBytes(";") else { return text }
    var text = text
    return text.withUTF8 { TextDecoder.string($0, content: .data) }
  }

  private static func text(ofHTML html: String) -> String {
    let collector = TextCollector()
    let parser = HTMLParser(events: collector)
    parser.parse(Array(html.utf8))
    parser.finish()
    return collector.text
  }

  /// Whether tags mark up the text rather than being its subject ("The <p> element"). Counts pairs
  /// of tags, tags with attributes, line breaks, and a tag at the start without a space after it,
  /// as in an excerpt that was cut off.
  private static func isMarkup(_ text: String) -> Bool {
    var open: Set<String> = []
    for match in text.matches(of: tag) {
      let name = match.name.lowercased()
      if name == "br" || name == "hr" || match.attributes?.contains("=") == true { return true }
      if match.slash.isEmpty {
        open.insert(name)
        let isFirst = match.range.lowerBound == text.startIndex
        if isFirst, let next = text[match.range.upperBound...].first, !next.isWhitespace {
          return true
        }
      } else if open.contains(name) {
        return true
      }
    }
    return false
  }

  /// Matches a tag of an element that descriptions commonly contain. `Result<T>` and `a < b` don't
  /// match.
  private static var tag:
    Regex<(Substring, slash: Substring, name: Substring, attributes: Substring?)>
  {
    /<(?<slash>\/?)(?<name>(?i:a|abbr|b|blockquote|br|code|div|em|figure|font|h[1-6]|hr|i|img|li|ol|p|pre|section|small|span|strong|sub|sup|table|td|th|tr|u|ul))(?<attributes>\s[^<>]*)?\/?>/
  }

  private final class TextCollector: HTMLEvents {
    var text = ""
    var wantsText: Bool { true }

    func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) { separate(element) }
    func elementEnded(_ element: ElementName, depth: Int) { separate(element) }

    func textRead(_ text: TextToken) { self.text += text.string }

    private func separate(_ element: ElementName) {
      switch element {
      case .blockquote, .br, .div, .figure, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .li, .ol, .p, .pre,
        .section, .table, .td, .th, .tr, .ul:
        text += " "
      default: break
      }
    }
  }
}
