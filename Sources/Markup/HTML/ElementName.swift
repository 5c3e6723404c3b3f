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
  /// Whether the element is special (https://html.spec.whatwg.org/#special).
  var isSpecial: Bool {
    switch self {
    case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body,
      .br, .button, .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed,
      .fieldset, .figcaption, .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5,
      .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .li, .link,
      .listing, .main, .marquee, .menu, .meta, .nav, .noembed, .noframes, .noscript, .object, .ol,
      .p, .param, .plaintext, .pre, .script, .search, .section, .select, .source, .style, .summary,
      .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul,
      .wbr, .xmp:
      true
    default: false
    }
  }

  /// Whether a search for an open element ends here
  /// (https://html.spec.whatwg.org/#has-an-element-in-scope).
  var endsScope: Bool {
    switch self {
    case .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template: true
    default: false
    }
  }

  /// Whether the element is void (https://html.spec.whatwg.org/#void-elements), or an obsolete
  /// element that the parser treats as void.
  var isVoid: Bool {
    switch self {
    case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .image, .img, .input,
      .keygen, .link, .meta, .param, .source, .track, .wbr:
      true
    default: false
    }
  }

  /// Whether the element is a formatting element (https://html.spec.whatwg.org/#formatting).
  var isFormatting: Bool {
    switch self {
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
    default: false
    }
  }

  var isHeading: Bool {
    switch self {
    case .h1, .h2, .h3, .h4, .h5, .h6: true
    default: false
    }
  }

  /// Whether the start tag closes an open `<p>`
  /// (https://html.spec.whatwg.org/#parsing-main-inbody).
  var closesParagraph: Bool {
    switch self {
    case .address, .article, .aside, .blockquote, .center, .dd, .details, .dialog, .dir, .div, .dl,
      .dt, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header,
      .hgroup, .hr, .li, .listing, .main, .menu, .nav, .ol, .p, .plaintext, .pre, .search, .section,
      .summary, .table, .ul, .xmp:
      true
    default: false
    }
  }

  /// Whether the start tag does more than open the element.
  var hasStartRules: Bool {
    switch self {
    case .html, .head, .body, .svg, .math, .form, .li, .dd, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .a,
      .nobr, .button, .option, .optgroup, .td, .th, .tr, .tbody, .thead, .tfoot, .caption,
      .colgroup:
      true
    default: false
    }
  }

  /// Whether the end tag has rules of its own.
  var hasEndRules: Bool {
    switch self {
    case .html, .body, .br, .head, .p, .li, .h1, .h2, .h3, .h4, .h5, .h6, .template, .table,
      .caption, .colgroup, .tbody, .thead, .tfoot, .tr, .td, .th:
      true
    default: false
    }
  }

  /// Whether the end tag closes the element if it's in scope.
  var closesInScope: Bool {
    switch self {
    case .button, .object, .applet, .marquee: true
    default: closesParagraph
    }
  }

  /// Whether the element may be in `<head>` (https://html.spec.whatwg.org/#parsing-main-inhead).
  var isOfHead: Bool {
    switch self {
    case .base, .basefont, .bgsound, .head, .html, .link, .meta, .noframes, .noscript, .script,
      .style, .template, .title:
      true
    default: false
    }
  }

  /// Whether the start tag ends foreign content
  /// (https://html.spec.whatwg.org/#parsing-main-inforeign).
  var endsForeignContent: Bool {
    switch self {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1,
      .h2, .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p,
      .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
      true
    default: false
    }
  }

  /// Whether the content of this foreign element is HTML
  /// (https://html.spec.whatwg.org/#html-integration-point).
  var isIntegrationPoint: Bool {
    switch self {
    case .desc, .foreignobject, .title, .mi, .mn, .mo, .ms, .mtext: true
    default: false
    }
  }

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

  static let isSpecial = ElementTraits(rawValue: 1)
  /// Special, and not an element that list items may be around.
  static let isBoundary = ElementTraits(rawValue: 2)
  static let endsScope = ElementTraits(rawValue: 4)
  static let isVoid = ElementTraits(rawValue: 8)
  static let isFormatting = ElementTraits(rawValue: 0x10)
  static let closesParagraph = ElementTraits(rawValue: 0x20)
  static let isOfHead = ElementTraits(rawValue: 0x40)
  static let endsForeignContent = ElementTraits(rawValue: 0x80)
  static let isIntegrationPoint = ElementTraits(rawValue: 0x100)
  /// The content isn't read in the data state.
  static let hasTextContent = ElementTraits(rawValue: 0x200)
  /// The start tag does more than open the element.
  static let hasStartRules = ElementTraits(rawValue: 0x400)
  /// The end tag does more than close the element in scope.
  static let hasEndRules = ElementTraits(rawValue: 0x800)
  /// The end tag closes the element if it's in scope.
  static let closesInScope = ElementTraits(rawValue: 0x1000)
  /// The element may contain a date, or excludes the dates inside, whatever its attributes.
  static let isAlwaysOfDates = ElementTraits(rawValue: 0x2000)
  /// The element never contains a date.
  static let isNeverOfDates = ElementTraits(rawValue: 0x4000)
  /// The element is reported.
  static let isReported = ElementTraits(rawValue: 0x8000)
  /// The element is reported if it has a `rel`.
  static let isReportedWithRelation = ElementTraits(rawValue: 0x1_0000)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ element: ElementName) {
    self = []
    insert(.isSpecial, if: element.isSpecial)
    insert(
      .isBoundary,
      if: element.isSpecial && element != .address && element != .div && element != .p)
    insert(.endsScope, if: element.endsScope)
    insert(.isVoid, if: element.isVoid)
    insert(.isFormatting, if: element.isFormatting)
    insert(.closesParagraph, if: element.closesParagraph)
    insert(.isOfHead, if: element.isOfHead)
    insert(.endsForeignContent, if: element.endsForeignContent)
    insert(.isIntegrationPoint, if: element.isIntegrationPoint)
    insert(.hasTextContent, if: element.contentState != .data)
    insert(.hasStartRules, if: element.hasStartRules)
    insert(.hasEndRules, if: element.hasEndRules)
    insert(.closesInScope, if: element.closesInScope)
    insert(.isAlwaysOfDates, if: element.isAlwaysOfDates)
    insert(.isNeverOfDates, if: element.isNeverOfDates)
  }

  private mutating func insert(_ trait: ElementTraits, if isSo: Bool) {
    if isSo { insert(trait) }
  }

  private static let all = ElementName.allCases.map { ElementTraits($0) }

  /// The traits of all elements, by their raw values.
  static func all(reporting reported: ElementSet, withRelation: ElementSet) -> [ElementTraits] {
    var traits = all
    for element in ElementName.allCases {
      traits[Int(element.rawValue)].insert(.isReported, if: reported.contains(element))
      traits[Int(element.rawValue)].insert(
        .isReportedWithRelation, if: withRelation.contains(element))
    }
    return traits
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
