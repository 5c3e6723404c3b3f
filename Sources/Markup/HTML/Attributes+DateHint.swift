/// What the class and the id of an element tell about a date in it.
package struct DateHint: Sendable {
  /// The element states a date: `class="post-date"`.
  package fileprivate(set) var isDate = false
  /// The element states when the page last changed.
  package fileprivate(set) var isChange = false
  /// The element is about something else than the page, such as comments.
  package fileprivate(set) var isElsewhere = false
  /// The element states the present: `class="current-date"`.
  package fileprivate(set) var isNow = false

  var isOfInterest: Bool { isDate || isChange || isElsewhere }

  fileprivate mutating func insert(_ kind: HintWords.Kind) {
    switch kind {
    case .date: isDate = true
    case .change: isChange = true
    case .elsewhere: isElsewhere = true
    case .now: isNow = true
    }
  }
}

extension Attributes {
  /// What `class`, `id` and `itemprop` tell about a date. Makes no string.
  package var dateHint: DateHint {
    var hint = DateHint()
    guard filter.mayHintAtDate else { return hint }
    for range in ranges where Self.isHinting(start + range.nameStart, range) {
      HintWords.read(start + range.valueStart, range.valueEnd - range.valueStart, into: &hint)
    }
    return hint
  }

  /// Whether the attribute is `class`, `id` or `itemprop`. A look at a few letters is enough.
  private static func isHinting(_ name: UnsafePointer<UInt8>, _ range: AttributeRange) -> Bool {
    switch range.nameEnd - range.nameStart {
    case 2: name[0] | 0x20 == UInt8(ascii: "i") && name[1] | 0x20 == UInt8(ascii: "d")
    case 5: name[0] | 0x20 == UInt8(ascii: "c") && name[1] | 0x20 == UInt8(ascii: "l")
    case 8: name[0] | 0x20 == UInt8(ascii: "i") && name[4] | 0x20 == UInt8(ascii: "p")
    default: false
    }
  }
}

extension ElementName {
  /// Whether the element may hold a date, or tells where one isn't the page's, whatever its
  /// attributes say.
  var isAlwaysOfDates: Bool {
    switch self {
    case .h2, .h3, .footer, .nav, .aside: true
    default: false
    }
  }

  /// Whether the element never holds a date, whatever its attributes say.
  var isNeverOfDates: Bool {
    switch self {
    case .html, .body, .a, .ul, .ol, .img, .input, .button, .form, .option, .i, .svg: true
    default: false
    }
  }
}

/// The words in classes and ids, as in `entry-date`, `entryDate` and `entry_date`.
private enum HintWords {
  enum Kind { case date, change, elsewhere, now }

  private static let words: [(Kind, String)] = [
    (
      .date,
      """
      date dates datum fecha datetime dateline pubdate pubtime postdate postedon posted published \
      publish publicat timestamp time posttime byline erstellt datepublished
      """
    ),
    (.change, "updated modified lastmod lastupdated changed revised aktualisiert"),
    (
      .elsewhere,
      """
      comment comments commentlist footer sidebar related copyright event events calendar archive \
      archives recommended recommend popular trending similar teaser teasers ticker birth birthday bday \
      dtstart dtend
      """
    ),
    (.now, "today current currentdate now heute actual"),
  ]

  /// The hints by the packed letters of the word, with open addressing.
  private static let slots: [(key: UInt64, kind: Kind)] = {
    var slots = [(key: UInt64, kind: Kind)](repeating: (0, .date), count: 256)
    for (kind, words) in words {
      for word in words.split(separator: " ") {
        var key: UInt64 = 0
        for byte in word.utf8.prefix(8) { key = key << 8 | UInt64(byte) }
        var slot = slot(key)
        while slots[slot].key != 0 { slot = (slot + 1) & 255 }
        slots[slot] = (key, kind)
      }
    }
    return slots
  }()

  @inline(__always)
  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  /// Words are runs of letters. A capital letter after a small one starts another word. The first
  /// eight letters of a word count.
  static func read(_ value: UnsafePointer<UInt8>, _ count: Int, into hint: inout DateHint) {
    slots.withUnsafeBufferPointer { slots in
      var position = 0
      while position < count {
        var key: UInt64 = 0
        let start = position
        var last: UInt8 = 0
        while position < count {
          let byte = value[position]
          let letter = byte | 0x20
          guard letter &- 0x61 < 26, letter == byte || last &- 0x61 >= 26 else { break }
          last = byte
          key = position &- start < 8 ? key &<< 8 | UInt64(letter) : key
          position &+= 1
        }
        if position &- start > 2, let kind = kind(of: key, in: slots) { hint.insert(kind) }
        if position == start { position &+= 1 }
      }
    }
  }

  @inline(__always)
  private static func kind(
    of key: UInt64, in slots: UnsafeBufferPointer<(key: UInt64, kind: Kind)>
  ) -> Kind? {
    var slot = slot(key)
    while slots[slot].key != 0 {
      if slots[slot].key == key { return slots[slot].kind }
      slot = (slot &+ 1) & 255
    }
    return nil
  }
}
