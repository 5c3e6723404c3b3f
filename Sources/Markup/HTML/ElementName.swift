/// The elements with rules in the HTML Standard, and the elements that readers look for.
package enum ElementName: UInt8, CaseIterable, Sendable {
  /// Any other element.
  case other
  case a, abbr, address, applet, area, article, aside, audio, b, base, basefont, bgsound, big
  case blockquote, body, br, button, caption, center, code, col, colgroup, data, dd, desc
  case details, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption, figure, font, footer
  case foreignobject, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr
  case html, i, iframe, image, img, input, keygen, li, link, listing, main, marquee, math, menu
  case meta, meter, mi, mn, mo, ms, mtext, nav, nobr, noembed, noframes, noscript, object, ol
  case optgroup, option, p, param, plaintext, pre, ruby, s, script, search, section, select
  case small, source, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td
  case template, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul, `var`, video, wbr
  case xmp

  /// The raw value as the element is stored. This property and ``==(_:_:)`` are inlinable, because
  /// the compiler's own versions would be calls, for each element of a tree.
  @inlinable @inline(__always)
  package var number: UInt8 { unsafeBitCast(self, to: UInt8.self) }

  @inlinable @inline(__always)
  package static func == (one: ElementName, other: ElementName) -> Bool {
    one.number == other.number
  }

  /// The names in the order of the cases.
  fileprivate static let names: StaticString = """
    a abbr address applet area article aside audio b base basefont bgsound big \
    blockquote body br button caption center code col colgroup data dd desc \
    details dialog dir div dl dt em embed fieldset figcaption figure font footer \
    foreignobject form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr \
    html i iframe image img input keygen li link listing main marquee math menu \
    meta meter mi mn mo ms mtext nav nobr noembed noframes noscript object ol \
    optgroup option p param plaintext pre ruby s script search section select \
    small source span strike strong style sub summary sup svg table tbody td \
    template textarea tfoot th thead time title tr track tt u ul var video wbr \
    xmp
    """
}

/// Finds elements by name without creating strings.
struct ElementNames {
  private struct Entry {
    var hash: UInt64 = 0
    /// The position of the name in the list of all names.
    var start: UInt16 = 0
    var length: UInt8 = 0
    var element = ElementName.other
  }

  /// The elements by the hash of their names, with open addressing. Each parser keeps a reference
  /// to this array, because every access to a static property checks that it's initialized.
  private let slots = Self.allSlots

  private static let allSlots: [Entry] = {
    var slots = [Entry](repeating: Entry(), count: 512)
    let names = ElementName.names
    var hash = TagName.Hash()
    var start = 0
    var number: UInt8 = 1
    for index in 0...names.utf8CodeUnitCount {
      if index < names.utf8CodeUnitCount, names.utf8Start[index] != UInt8(ascii: " ") {
        hash.append(names.utf8Start[index])
        continue
      }
      var slot = Self.slot(hash)
      while slots[slot].length > 0 { slot = (slot + 1) & 511 }
      slots[slot] = Entry(
        hash: hash.value, start: UInt16(start), length: UInt8(index - start),
        element: ElementName(rawValue: number) ?? .other)
      (hash, start, number) = (TagName.Hash(), index + 1, number + 1)
    }
    return slots
  }()

  @inline(__always)
  private static func slot(_ hash: TagName.Hash) -> Int {
    Int(truncatingIfNeeded: (hash.value &* 0x9E37_79B9_7F4A_7C15) >> 55)
  }

  @inline(__always)
  subscript(name: TagName) -> ElementName {
    var slot = Self.slot(name.hash)
    while true {
      let entry = slots[slot]
      if entry.length == 0 { return .other }
      if entry.hash == name.hash.value, entry.length == name.count,
        // The hash of a longer name doesn't identify it.
        entry.length <= 8 || Self.isName(entry, name)
      {
        return entry.element
      }
      slot = (slot + 1) & 511
    }
  }

  private static func isName(_ entry: Entry, _ name: TagName) -> Bool {
    (0..<Int(entry.length)).allSatisfy {
      name.start[$0].asciiLowercased == ElementName.names.utf8Start[Int(entry.start) + $0]
    }
  }
}
