import Markup

/// The `<meta>` elements of a page, in document order.
///
/// Keeps their bytes, and creates strings only for values that are looked up. A card needs ten of
/// the thirty elements on a typical page.
struct MetaElements {
  private struct Element {
    var key: Range<Int>
    var content: Range<Int>
    var media: Range<Int>?
    var isInBody: Bool
    /// Whether the element is another one than `<meta>`.
    var isAnnotation = false
  }

  private var elements: [Element] = []
  /// The keys in lower case, and the other attributes as the page spells them.
  private var bytes: [UInt8] = []

  /// The most keys of a single element.
  private static let keyLimit = 16

  var count: Int { elements.count }

  init() {
    // Reserves enough for most pages, because growing copies all elements.
    elements.reserveCapacity(48)
    bytes.reserveCapacity(6_000)
  }

  // MARK: - Adding

  /// Adds an element under each of the words in a name.
  mutating func add(
    _ name: UnsafeBufferPointer<UInt8>, content: UnsafeBufferPointer<UInt8>,
    media: UnsafeBufferPointer<UInt8>?, isInBody: Bool
  ) {
    let content = append(content)
    let media = media.map { append($0) }
    let add = { (self: inout Self, name: UnsafeBufferPointer<UInt8>) in
      var start = 0
      var count = 0
      while start < name.count, count < Self.keyLimit {
        var end = start
        while end < name.count, name[end] > 0x20 { end += 1 }
        if end > start {
          let word = UnsafeBufferPointer(rebasing: name[start..<end])
          self.add(word, content: content, media: media, isInBody: isInBody)
          count += 1
        }
        start = end + 1
      }
    }
    if name.contains(UInt8(ascii: "&")) {
      // Some templates write `og&#x3A;title`.
      var name = Attributes.text(of: name)
      name.withUTF8 { add(&self, $0) }
    } else {
      add(&self, name)
    }
  }

  private mutating func add(
    _ key: UnsafeBufferPointer<UInt8>, content: Range<Int>, media: Range<Int>?, isInBody: Bool
  ) {
    let range = append(key)
    for index in range where bytes[index].asciiLowercased != bytes[index] {
      bytes[index] = bytes[index].asciiLowercased
    }
    elements.append(
      Element(key: range, content: content, media: media, isInBody: isInBody))
  }

  /// Adds a value from an element other than `<meta>`, unless the key is known already.
  mutating func annotate(_ key: String, content: UnsafeBufferPointer<UInt8>) {
    var key = key
    guard !key.withUTF8({ hasKey($0) }) else { return }
    let content = append(content)
    let range = append(key.utf8)
    elements.append(
      Element(key: range, content: content, isInBody: false, isAnnotation: true))
  }

  private mutating func append(_ text: some Sequence<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }

  // MARK: - Looking up

  /// The contents of a key, without placeholders.
  func contents(of key: StaticString) -> [String] {
    var contents: [String] = []
    forEach(key.bytes) { element in
      let content = text(element.content)
      if !Placeholder.stands(in: content) { contents.append(content) }
      return true
    }
    return contents
  }

  /// The first content of a key that's neither blank nor a placeholder.
  func content(of key: StaticString) -> String? {
    var found: String?
    forEach(key.bytes) { element in
      let content = text(element.content)
      if !PlainText.isBlank(content), !Placeholder.stands(in: content) { found = content }
      return found == nil
    }
    return found
  }

  /// The elements whose keys begin with a text.
  func beginning(with prefix: StaticString) -> [PageFacts.Meta] {
    var metas: [PageFacts.Meta] = []
    for element in elements where isStated(element, withKeyBeginning: prefix) {
      metas.append(
        PageFacts.Meta(
          key: String(decoding: bytes[element.key], as: UTF8.self), content: text(element.content),
          media: element.media.map(text), isInBody: element.isInBody))
    }
    return metas
  }

  func hasKeys(beginningWith prefix: StaticString) -> Bool {
    elements.contains { isStated($0, withKeyBeginning: prefix) }
  }

  /// Whether a `<meta>` element has such a key.
  private func isStated(_ element: Element, withKeyBeginning prefix: StaticString) -> Bool {
    !element.isAnnotation && element.key.count >= prefix.utf8CodeUnitCount
      && bytes.withUnsafeBufferPointer {
        prefix.bytes.elementsEqual($0[element.key].prefix(prefix.utf8CodeUnitCount))
      }
  }

  func hasKey(_ key: StaticString) -> Bool { hasKey(key.bytes) }

  private func hasKey(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    var isFound = false
    forEach(key) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Visits the elements with a key, as long as the visit returns true.
  private func forEach(_ key: UnsafeBufferPointer<UInt8>, _ visit: (Element) -> Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      for element in elements where element.key.count == key.count {
        // The last letter distinguishes most keys of the same length.
        guard bytes[element.key.upperBound - 1] == key.last,
          key.elementsEqual(UnsafeBufferPointer(rebasing: bytes[element.key]))
        else { continue }
        if !visit(element) { return }
      }
    }
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      Attributes.text(of: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
