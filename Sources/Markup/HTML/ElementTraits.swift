/// What the standard's rules and the readers ask about an element, as bits.
///
/// A parser asks ten such questions about each tag. Each would be a jump that no processor foresees,
/// because the next tag is of another element.
struct ElementTraits: OptionSet {
  let rawValue: UInt32

  static let isSpecial = ElementTraits(rawValue: 1)
  /// It's special and not one of those that list items may be around.
  static let isBoundary = ElementTraits(rawValue: 2)
  static let endsScope = ElementTraits(rawValue: 4)
  static let isVoid = ElementTraits(rawValue: 8)
  static let isFormatting = ElementTraits(rawValue: 0x10)
  static let closesParagraph = ElementTraits(rawValue: 0x20)
  static let isOfHead = ElementTraits(rawValue: 0x40)
  static let endsForeignContent = ElementTraits(rawValue: 0x80)
  static let isIntegrationPoint = ElementTraits(rawValue: 0x100)
  /// Its content isn't read in the data state.
  static let hasTextContent = ElementTraits(rawValue: 0x200)
  /// Its start tag does more than to open it.
  static let hasStartRules = ElementTraits(rawValue: 0x400)
  /// Its end tag does more than to close the element in scope.
  static let hasEndRules = ElementTraits(rawValue: 0x800)
  /// Its end tag closes the element if it's in scope.
  static let closesInScope = ElementTraits(rawValue: 0x1000)
  /// It may hold a date, or tell where one isn't the page's, whatever its attributes say.
  static let isAlwaysOfDates = ElementTraits(rawValue: 0x2000)
  /// It never holds a date.
  static let isNeverOfDates = ElementTraits(rawValue: 0x4000)
  /// It's reported.
  static let isReported = ElementTraits(rawValue: 0x8000)
  /// It's reported if it has a `rel`.
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
