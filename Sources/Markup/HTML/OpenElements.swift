/// The stack of open elements (https://html.spec.whatwg.org/#the-stack-of-open-elements).
///
/// Where the standard walks down the stack, this type looks up the answer, because a hostile page
/// opens a million elements and would cause a walk for each end tag.
struct OpenElements: ~Copyable {
  enum Namespace {
    case html, foreign
    /// A foreign element with HTML content.
    case integrationPoint

    /// The traits of foreign elements, whatever their names.
    @inline(__always) var foreignTraits: ElementTraits {
      self == .integrationPoint ? [.isSpecial, .isBoundary, .endsScope] : []
    }
  }

  struct Element {
    var name: ElementName
    var namespace: Namespace
    var isReported: Bool
    /// The hash of the name. Names without rules share lists.
    var hash: TagName.Hash
    /// The position of the next lower element in the same list.
    var below: Int32
    /// The positions of the nearest elements from here down: one that ends a scope, a special one,
    /// a special one other than `<address>`, `<div>` and `<p>`, one with HTML content, and an HTML
    /// one.
    var scope: Int32
    var special: Int32
    var boundary: Int32
    var withHTML: Int32
    var html: Int32

    /// The element below the lowest one.
    @inline(__always) static var none: Element {
      Element(
        name: .other, namespace: .html, isReported: false, hash: TagName.Hash(), below: -1,
        scope: -1, special: -1, boundary: -1, withHTML: -1, html: -1)
    }
  }

  private(set) var count = 0
  /// The elements, of which only the first ``count`` are initialized. An array would check for
  /// other owners at each tag.
  private var elements = UnsafeMutableBufferPointer<Element>.allocate(capacity: 256)
  /// The topmost element of each known name, then of each list of unknown and foreign names.
  private let tops = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 512)

  /// The number of elements of a list that are searched for a name.
  private static let chainLimit = 64

  init() { tops.initialize(repeating: -1) }

  deinit {
    elements.deallocate()
    tops.deallocate()
  }

  var current: Element? { count > 0 ? elements[count - 1] : nil }

  @inline(__always) var isInForeignContent: Bool {
    count > 0 && elements[count - 1].namespace != .html
  }

  /// The position of the current element if it's foreign and its content isn't HTML.
  @inline(__always) var positionOfForeignContent: Int32? {
    count > 0 && elements[count - 1].namespace == .foreign
      ? Int32(truncatingIfNeeded: count - 1) : nil
  }

  /// The position of the nearest special element, or -1.
  @inline(__always) var special: Int { count > 0 ? Int(elements[count - 1].special) : -1 }

  subscript(position: Int32) -> Element { elements[Int(position)] }

  /// Returns the position of the topmost open element with a name, or -1.
  @inline(__always)
  subscript(_ name: ElementName) -> Int { Int(tops[Int(name.rawValue)]) }

  /// Returns the position of the topmost open element with a tag name, which may be unknown or
  /// foreign, or -1.
  func topmost(_ name: TagName, _ element: ElementName, isForeign: Bool) -> Int {
    if !isForeign, element != .other { return self[element] }
    var position = tops[Self.list(name.hash)]
    for _ in 0..<Self.chainLimit where position >= 0 {
      let candidate = elements[Int(position)]
      if candidate.hash == name.hash, (candidate.namespace != .html) == isForeign {
        return Int(position)
      }
      position = candidate.below
    }
    return -1
  }

  private static func list(_ hash: TagName.Hash) -> Int {
    256 | Int(truncatingIfNeeded: (hash.value &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  @inline(__always)
  mutating func push(
    _ name: ElementName, _ traits: ElementTraits, _ tag: TagName, _ namespace: Namespace,
    isReported: Bool
  ) {
    if count == elements.count { grow() }
    let position = Int32(truncatingIfNeeded: count)
    let list = namespace == .html && name != .other ? Int(name.rawValue) : Self.list(tag.hash)
    let last = count > 0 ? elements[count - 1] : Element.none
    let traits = namespace == .html ? traits : namespace.foreignTraits
    let isSpecial = traits.contains(.isSpecial)
    let isBoundary = traits.contains(.isBoundary)
    let endsScope = traits.contains(.endsScope)
    elements.initializeElement(
      at: count,
      to: Element(
        name: name, namespace: namespace, isReported: isReported, hash: tag.hash,
        below: tops[list],
        scope: endsScope ? position : last.scope,
        special: isSpecial ? position : last.special,
        boundary: isBoundary ? position : last.boundary,
        withHTML: namespace != .foreign ? position : last.withHTML,
        html: namespace == .html ? position : last.html))
    tops[list] = position
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

  /// See https://html.spec.whatwg.org/#has-an-element-in-scope.
  func inScope(_ name: ElementName) -> Int? {
    position(self[name], above: Int(current?.scope ?? -1))
  }

  /// See https://html.spec.whatwg.org/#has-an-element-in-button-scope.
  @inline(__always)
  func inButtonScope(_ name: ElementName) -> Int? {
    if self[name] < 0 { return nil }
    return position(self[name], above: max(Int(current?.scope ?? -1), self[.button]))
  }

  /// See https://html.spec.whatwg.org/#has-an-element-in-list-item-scope.
  func inListItemScope(_ name: ElementName) -> Int? {
    position(self[name], above: max(Int(current?.scope ?? -1), max(self[.ol], self[.ul])))
  }

  /// See https://html.spec.whatwg.org/#has-an-element-in-table-scope.
  func inTableScope(_ name: ElementName) -> Int? {
    let table = name == .table ? -1 : self[.table]
    return position(self[name], above: max(table, max(self[.template], self[.html])))
  }

  private func position(_ position: Int, above bound: Int) -> Int? {
    // An element that ends a scope is itself in the scope.
    position >= 0 && position >= bound ? position : nil
  }
}
