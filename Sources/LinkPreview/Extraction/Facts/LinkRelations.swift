import Markup

/// The link relations that metadata is derived from
/// (https://html.spec.whatwg.org/#linkTypes).
struct LinkRelations: OptionSet, Hashable {
  let rawValue: Int

  static let alternate = LinkRelations(rawValue: 1)
  static let canonical = LinkRelations(rawValue: 2)
  static let icon = LinkRelations(rawValue: 4)
  /// `apple-touch-icon` and `apple-touch-icon-precomposed`.
  static let homeScreenIcon = LinkRelations(rawValue: 8)
  static let fluidIcon = LinkRelations(rawValue: 16)
  static let imageSource = LinkRelations(rawValue: 32)
  static let manifest = LinkRelations(rawValue: 64)

  static let icons: LinkRelations = [.icon, .homeScreenIcon, .fluidIcon]

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Reads the words of a `rel`, in any case. Ignores other relations.
  init(_ rel: UnsafeBufferPointer<UInt8>) {
    self = []
    var start = 0
    while start < rel.count {
      var end = start
      while end < rel.count, rel[end] > 0x20 { end += 1 }
      insert(Self.relation(of: UnsafeBufferPointer(rebasing: rel[start..<end])))
      start = end + 1
    }
  }

  /// Finds the relation of a word, first by length, which rules out most words.
  private static func relation(of word: UnsafeBufferPointer<UInt8>) -> LinkRelations {
    switch word.count {
    case 4 where isSame(word, "icon"): .icon
    case 8 where isSame(word, "manifest"): .manifest
    case 9 where isSame(word, "alternate"): .alternate
    case 9 where isSame(word, "canonical"): .canonical
    case 9 where isSame(word, "image_src"): .imageSource
    case 10 where isSame(word, "fluid-icon"): .fluidIcon
    case 16 where isSame(word, "apple-touch-icon"): .homeScreenIcon
    case 28 where isSame(word, "apple-touch-icon-precomposed"): .homeScreenIcon
    default: []
    }
  }

  private static func isSame(_ word: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
    for (byte, expected) in zip(word, UnsafeBufferPointer(start: name.utf8Start, count: word.count))
    where byte.asciiLowercased != expected {
      return false
    }
    return true
  }
}
