/// The stack of open elements (https://html.spec.whatwg.org/#the-stack-of-open-elements).
///
/// Every question the standard answers by a walk down the stack is answered at once here, because a
/// hostile page opens a million elements and asks again for each end tag.
struct OpenElements: ~Copyable {
  enum Namespace {
    case html, foreign
    /// A foreign element whose content is HTML.
    case integrationPoint
  }

  struct Element {
    var name: ElementName
    var namespace: Namespace
    var isReported: Bool
    /// Identifies the name among those in the same list.
    var hash: TagName.Hash
    /// The element below in the same list.
    var below: Int32
    /// The nearest elements from here down: one that ends a scope, a special one, a special one
    /// other than `<address>`, `<div>` and `<p>`, one whose content is HTML, and an HTML one.
    var scope: Int32
    var special: Int32
    var boundary: Int32
    var withHTML: Int32
    var html: Int32
  }

  private(set) var count = 0
  /// The elements, of which only the first are initialized. An array would be checked for other
  /// owners at each tag.
  private var elements = UnsafeMutableBufferPointer<Element>.allocate(capacity: 256)
  /// The topmost element of each known name, then those of other and foreign names by their hash.
  private let tops = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 512)

  /// How many elements of the same hash are looked at for one of another name.
  private static let chainLimit = 64

  init() { tops.initialize(repeating: -1) }

  deinit {
    elements.deallocate()
    tops.deallocate()
  }

  var current: Element? { count > 0 ? elements[count - 1] : nil }

  subscript(place: Int32) -> Element { elements[Int(place)] }

  /// Returns the place of the topmost open element of a name, or -1.
  @inline(__always)
  subscript(_ name: ElementName) -> Int { Int(tops[Int(name.rawValue)]) }

  /// The same for an element without rules of its own.
  func topmost(_ name: TagName, _ element: ElementName, isForeign: Bool) -> Int {
    if !isForeign, element != .other { return self[element] }
    var place = tops[Self.list(name.hash)]
    for _ in 0..<Self.chainLimit where place >= 0 {
      let candidate = elements[Int(place)]
      if candidate.hash == name.hash, (candidate.namespace != .html) == isForeign {
        return Int(place)
      }
      place = candidate.below
    }
    return -1
  }

  private static func list(_ hash: TagName.Hash) -> Int {
    256 | Int(truncatingIfNeeded: (hash.value &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  @inline(__always)
  mutating func push(
    _ name: ElementName, _ tag: TagName, _ namespace: Namespace, isReported: Bool
  ) {
    if count == elements.count { grow() }
    let place = Int32(truncatingIfNeeded: count)
    let list = namespace == .html && name != .other ? Int(name.rawValue) : Self.list(tag.hash)
    let last = current
    let isSpecial = namespace == .html ? name.isSpecial : namespace == .integrationPoint
    let isBoundary = isSpecial && name != .address && name != .div && name != .p
    let endsScope = namespace == .html ? name.endsScope : namespace == .integrationPoint
    elements.initializeElement(
      at: count,
      to: Element(
        name: name, namespace: namespace, isReported: isReported, hash: tag.hash,
        below: tops[list],
        scope: endsScope ? place : last?.scope ?? -1,
        special: isSpecial ? place : last?.special ?? -1,
        boundary: isBoundary ? place : last?.boundary ?? -1,
        withHTML: namespace != .foreign ? place : last?.withHTML ?? -1,
        html: namespace == .html ? place : last?.html ?? -1))
    tops[list] = place
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: 2 * count)
    _ = larger.initialize(fromContentsOf: elements)
    elements.deallocate()
    elements = larger
  }

  @inline(__always)
  mutating func pop() -> Element? {
    guard let last = current else { return nil }
    count -= 1
    let isKnown = last.namespace == .html && last.name != .other
    tops[isKnown ? Int(last.name.rawValue) : Self.list(last.hash)] = last.below
    return last
  }

  // MARK: - Scopes

  /// https://html.spec.whatwg.org/#has-an-element-in-scope
  func inScope(_ name: ElementName) -> Int? { place(self[name], above: Int(current?.scope ?? -1)) }

  /// https://html.spec.whatwg.org/#has-an-element-in-button-scope
  func inButtonScope(_ name: ElementName) -> Int? {
    place(self[name], above: max(Int(current?.scope ?? -1), self[.button]))
  }

  /// https://html.spec.whatwg.org/#has-an-element-in-list-item-scope
  func inListItemScope(_ name: ElementName) -> Int? {
    place(self[name], above: max(Int(current?.scope ?? -1), max(self[.ol], self[.ul])))
  }

  /// https://html.spec.whatwg.org/#has-an-element-in-table-scope
  func inTableScope(_ name: ElementName) -> Int? {
    let table = name == .table ? -1 : self[.table]
    return place(self[name], above: max(table, max(self[.template], self[.html])))
  }

  private func place(_ place: Int, above bound: Int) -> Int? {
    // Elements that end a scope are also looked for.
    place >= 0 && place >= bound ? place : nil
  }
}
