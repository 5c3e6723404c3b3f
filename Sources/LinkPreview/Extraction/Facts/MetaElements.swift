import Markup

/// The `<meta>` elements of a page, in document order.
///
/// Keeps their bytes, and makes strings only of what's asked for: of the thirty elements of a usual
/// page, a card needs ten.
struct MetaElements {
  private struct Element {
    var hash: KeyHash
    var key: Range<Int>
    var content: Range<Int>
    var media: Range<Int>?
    var isInBody: Bool
    /// Whether an element other than `<meta>` states it.
    var isAnnotation = false
  }

  private var elements: [Element] = []
  /// The keys in lower case, and the other attributes as the page spells them.
  private var bytes: [UInt8] = []
  private var filter = KeyFilter()

  /// How many keys a single element may have.
  private static let keyLimit = 16

  var count: Int { elements.count }

  init() {
    // As much as most pages have, because growing copies all.
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
    let place = append(key)
    for index in place where ASCII.lowercased(bytes[index]) != bytes[index] {
      bytes[index] = ASCII.lowercased(bytes[index])
    }
    filter.insert(count: key.count, last: bytes[place.upperBound - 1])
    elements.append(
      Element(
        hash: hash(of: place), key: place, content: content, media: media, isInBody: isInBody))
  }

  private func hash(of place: Range<Int>) -> KeyHash {
    bytes.withUnsafeBufferPointer { KeyHash(UnsafeBufferPointer(rebasing: $0[place])) }
  }

  /// Adds what an element other than `<meta>` states, unless the key is known already.
  mutating func annotate(_ key: String, content: UnsafeBufferPointer<UInt8>) {
    guard places(of: key).isEmpty else { return }
    let content = append(content)
    let place = append(key.utf8)
    filter.insert(count: place.count, last: bytes[place].last ?? 0)
    elements.append(
      Element(
        hash: hash(of: place), key: place, content: content, isInBody: false, isAnnotation: true))
  }

  private mutating func append(_ text: some Sequence<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }

  // MARK: - Looking up

  /// The contents of a key.
  func contents(of key: String) -> [String] { places(of: key).map { text(elements[$0].content) } }

  /// The first content of a key that isn't blank.
  func content(of key: String) -> String? {
    places(of: key).lazy.map { text(elements[$0].content) }.first { !PlainText.isBlank($0) }
  }

  /// The elements whose keys begin with a text.
  func beginning(with prefix: String) -> [PageFacts.Meta] {
    elements.compactMap { element in
      guard !element.isAnnotation, isKey(element.key, beginningWith: prefix) else { return nil }
      return PageFacts.Meta(
        key: String(decoding: bytes[element.key], as: UTF8.self), content: text(element.content),
        media: element.media.map(text), isInBody: element.isInBody)
    }
  }

  func hasKeys(beginningWith prefix: String) -> Bool {
    elements.contains { !$0.isAnnotation && isKey($0.key, beginningWith: prefix) }
  }

  private func isKey(_ key: Range<Int>, beginningWith prefix: String) -> Bool {
    var place = key.lowerBound
    guard key.count >= prefix.utf8.count else { return false }
    for byte in prefix.utf8 {
      guard bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }

  func hasKey(_ key: String) -> Bool { !places(of: key).isEmpty }

  private func places(of key: String) -> [Int] {
    guard filter.mayContain(count: key.utf8.count, last: key.utf8.last ?? 0) else { return [] }
    let hash = KeyHash(key.utf8)
    var places: [Int] = []
    for place in elements.indices
    where elements[place].hash == hash && bytes[elements[place].key].elementsEqual(key.utf8) {
      places.append(place)
    }
    return places
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      Attributes.text(of: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }
}

/// The lengths and last letters of keys. Rules out most look-ups without reading the key.
private struct KeyFilter {
  private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  mutating func insert(count: Int, last: UInt8) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: count & 63)
    switch last & 3 {
    case 0: bits.0 |= bit
    case 1: bits.1 |= bit
    case 2: bits.2 |= bit
    default: bits.3 |= bit
    }
  }

  func mayContain(count: Int, last: UInt8) -> Bool {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: count & 63)
    return switch last & 3 {
    case 0: bits.0 & bit != 0
    case 1: bits.1 & bit != 0
    case 2: bits.2 & bit != 0
    default: bits.3 & bit != 0
    }
  }
}

/// Tells most keys apart without comparing them (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/).
private struct KeyHash: Hashable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
