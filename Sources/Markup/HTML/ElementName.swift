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

extension ElementName {
  /// The state in which the content of this HTML element is read.
  var contentState: Tokenizer.State {
    switch self {
    case .title, .textarea: .rcdata
    case .style, .xmp, .iframe, .noembed, .noframes: .rawText
    case .script: .scriptData
    case .plaintext: .plaintext
    default: .data
    }
  }
}

/// The properties of elements that the standard's rules and the readers check, as bits.
///
/// A parser checks about ten properties of each tag. Without bits, each check would be a branch
/// that no processor can predict, because the next tag is usually a different element.
struct ElementTraits: OptionSet {
  let rawValue: UInt32

  /// https://html.spec.whatwg.org/#special
  static let isSpecial = ElementTraits(rawValue: 1)
  /// Special, and not an element that list items may be around.
  static let isBoundary = ElementTraits(rawValue: 2)
  /// A search for an open element ends here (https://html.spec.whatwg.org/#has-an-element-in-scope).
  static let endsScope = ElementTraits(rawValue: 4)
  /// Void (https://html.spec.whatwg.org/#void-elements), or obsolete and treated as void.
  static let isVoid = ElementTraits(rawValue: 8)
  /// https://html.spec.whatwg.org/#formatting
  static let isFormatting = ElementTraits(rawValue: 0x10)
  /// The start tag closes an open `<p>` (https://html.spec.whatwg.org/#parsing-main-inbody).
  static let closesParagraph = ElementTraits(rawValue: 0x20)
  /// The element may be in `<head>` (https://html.spec.whatwg.org/#parsing-main-inhead).
  static let isOfHead = ElementTraits(rawValue: 0x40)
  /// The start tag ends foreign content (https://html.spec.whatwg.org/#parsing-main-inforeign).
  static let endsForeignContent = ElementTraits(rawValue: 0x80)
  /// As a foreign element, its content is HTML
  /// (https://html.spec.whatwg.org/#html-integration-point).
  static let isIntegrationPoint = ElementTraits(rawValue: 0x100)
  /// The content isn't read in the data state.
  static let hasTextContent = ElementTraits(rawValue: 0x200)
  /// The start tag does more than open the element.
  static let hasStartRules = ElementTraits(rawValue: 0x400)
  /// The end tag does more than close the element in scope.
  static let hasEndRules = ElementTraits(rawValue: 0x800)
  /// The end tag closes the element if it's in scope.
  static let closesInScope = ElementTraits(rawValue: 0x1000)
  /// The element may contain a date or an author, or excludes those inside, whatever its attributes.
  static let isAlwaysOfBylines = ElementTraits(rawValue: 0x2000)
  /// The element never contains a date or an author.
  static let isNeverOfBylines = ElementTraits(rawValue: 0x4000)
  /// The element is reported.
  static let isReported = ElementTraits(rawValue: 0x8000)
  /// The element is reported if it has a `rel`.
  static let isReportedWithRelation = ElementTraits(rawValue: 0x1_0000)

  /// The elements with each trait.
  private static let elements: [(ElementTraits, ElementSet)] = [
    (
      [.isSpecial, .isBoundary, .closesParagraph, .closesInScope],
      [
        .article, .aside, .blockquote, .center, .dd, .details, .dir, .dl, .dt, .fieldset,
        .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hgroup, .hr,
        .li, .listing, .main, .menu, .nav, .ol, .plaintext, .pre, .search, .section, .summary,
        .table, .ul, .xmp,
      ]
    ),
    ([.isSpecial, .closesParagraph, .closesInScope], [.address, .div, .p]),
    (
      [.isSpecial, .isBoundary],
      [
        .applet, .area, .base, .basefont, .bgsound, .body, .br, .button, .caption, .col, .colgroup,
        .embed, .frame, .frameset, .head, .html, .iframe, .img, .input, .keygen, .link, .marquee,
        .meta, .noembed, .noframes, .noscript, .object, .param, .script, .select, .source, .style,
        .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr, .track, .wbr,
      ]
    ),
    ([.closesParagraph, .closesInScope], [.dialog]),
    (
      .endsScope,
      [.applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template]
    ),
    (
      .isVoid,
      [
        .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .image, .img, .input,
        .keygen, .link, .meta, .param, .source, .track, .wbr,
      ]
    ),
    (
      .isFormatting,
      [.a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u]
    ),
    (
      .isOfHead,
      [
        .base, .basefont, .bgsound, .head, .html, .link, .meta, .noframes, .noscript, .script,
        .style, .template, .title,
      ]
    ),
    (
      .endsForeignContent,
      [
        .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1,
        .h2, .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p,
        .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var,
      ]
    ),
    (.isIntegrationPoint, [.desc, .foreignobject, .title, .mi, .mn, .mo, .ms, .mtext]),
    (
      .hasStartRules,
      [
        .html, .head, .body, .svg, .math, .form, .li, .dd, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .a,
        .nobr, .button, .option, .optgroup, .td, .th, .tr, .tbody, .thead, .tfoot, .caption,
        .colgroup,
      ]
    ),
    (
      .hasEndRules,
      [
        .html, .body, .br, .head, .p, .li, .h1, .h2, .h3, .h4, .h5, .h6, .template, .table,
        .caption, .colgroup, .tbody, .thead, .tfoot, .tr, .td, .th,
      ]
    ),
    (.closesInScope, [.button, .object, .applet, .marquee]),
    (.isAlwaysOfBylines, [.h2, .h3, .footer, .nav, .aside]),
    (
      .isNeverOfBylines,
      [.html, .body, .ul, .ol, .img, .input, .button, .form, .option, .i, .svg]
    ),
  ]

  private static let all = ElementName.allCases.map { element in
    var traits: ElementTraits = element.contentState == .data ? [] : .hasTextContent
    for (trait, members) in elements where members.contains(element) { traits.insert(trait) }
    return traits
  }

  /// The traits of all elements, by their raw values.
  static func all(reporting reported: ElementSet, withRelation: ElementSet) -> [ElementTraits] {
    zip(ElementName.allCases, all).map { element, traits in
      traits.union(reported.contains(element) ? .isReported : [])
        .union(withRelation.contains(element) ? .isReportedWithRelation : [])
    }
  }
}

/// A set of elements.
package struct ElementSet: ExpressibleByArrayLiteral, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var middle: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  package init(arrayLiteral elements: ElementName...) {
    for element in elements { insert(element) }
  }

  /// All elements.
  package static var all: ElementSet {
    var set = ElementSet()
    (set.low, set.middle, set.high) = (.max, .max, .max)
    return set
  }

  private mutating func insert(_ element: ElementName) {
    let bit: UInt64 = 1 << UInt64(element.number & 63)
    switch element.number >> 6 {
    case 0: low |= bit
    case 1: middle |= bit
    default: high |= bit
    }
  }

  @inlinable
  package func contains(_ element: ElementName) -> Bool {
    let part =
      switch element.number >> 6 {
      case 0: low
      case 1: middle
      default: high
      }
    return part & 1 << UInt64(element.number & 63) != 0
  }
}
