/// The hints about a date or an author that an element's class and id give.
package struct BylineHint: Sendable {
  /// The element contains a date: `class="post-date"`.
  package fileprivate(set) var isDate = false
  /// The element contains the date of the page's last change.
  package fileprivate(set) var isChange = false
  /// The element belongs to something other than the page's text, such as comments.
  package fileprivate(set) var isElsewhere = false
  /// The element contains the current date: `class="current-date"`.
  package fileprivate(set) var isNow = false

  /// The element contains the name of an author: `class="author-name"`.
  package fileprivate(set) var isAuthor = false

  var isOfInterest: Bool { isDate || isChange || isElsewhere || isAuthor }

  fileprivate mutating func insert(_ kind: BylineHintWords.Kind) {
    switch kind {
    case .date: isDate = true
    case .change: isChange = true
    case .elsewhere: isElsewhere = true
    case .now: isNow = true
    case .author: isAuthor = true
    case .dateAndAuthor: (isDate, isAuthor) = (true, true)
    }
  }
}

extension Attributes {
  /// The hints of `class`, `id` and `itemprop`. Creates no strings.
  package var bylineHint: BylineHint {
    var hint = BylineHint()
    guard filter.mayHintAtByline else { return hint }
    for range in ranges where Self.isHinting(start + range.nameStart, range) {
      BylineHintWords.read(start + range.valueStart, range.valueEnd - range.valueStart, into: &hint)
    }
    return hint
  }

  /// Whether the attribute is `class`, `id` or `itemprop`. The length and one or two letters are
  /// enough to tell.
  private static func isHinting(_ name: UnsafePointer<UInt8>, _ range: AttributeRange) -> Bool {
    switch range.nameEnd - range.nameStart {
    case 2: name[0] | 0x20 == UInt8(ascii: "i") && name[1] | 0x20 == UInt8(ascii: "d")
    case 5: name[0] | 0x20 == UInt8(ascii: "c") && name[1] | 0x20 == UInt8(ascii: "l")
    case 8: name[0] | 0x20 == UInt8(ascii: "i") && name[4] | 0x20 == UInt8(ascii: "p")
    default: false
    }
  }
}

/// The words in classes and ids, as in `entry-date`, `entryDate` and `entry_date`.
private enum BylineHintWords {
  enum Kind { case date, change, elsewhere, now, author, dateAndAuthor }

  private static let words: [(Kind, String)] = [
    (
      .date,
      """
      date dates datum fecha datetime dateline pubdate pubtime postdate postedon posted published \
      publish publicat timestamp time posttime erstellt datepublished
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
    (
      .author,
      """
      author authors authorname autor autoren autore auteur writer verfasser username creator \
      contributor postauthor entryauthor
      """
    ),
    (.dateAndAuthor, "byline"),
  ]

  /// The hints by the packed letters of a word, in a hash table with open addressing.
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

  /// Reads the words of a class or id. Words are runs of letters, of which the first eight count. A
  /// capital letter after a small one begins another word.
  static func read(_ value: UnsafePointer<UInt8>, _ count: Int, into hint: inout BylineHint) {
    slots.withUnsafeBufferPointer { slots in
      var length = 0
      // The first eight letters in lower case.
      var key: UInt64 = 0
      var last: UInt8 = 0
      for position in 0...count {
        let byte = position < count ? value[position] : 0
        let letter = byte | 0x20
        let isLetter = letter &- 0x61 < 26
        if !isLetter || letter != byte && last &- 0x61 < 26 {
          if length > 2, let kind = kind(of: key, in: slots) { hint.insert(kind) }
          (length, key) = (0, 0)
        }
        last = byte
        guard isLetter else { continue }
        if length < 8 { key = key &<< 8 | UInt64(letter) }
        length &+= 1
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
