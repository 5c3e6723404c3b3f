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
