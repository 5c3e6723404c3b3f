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
    for word in rel.split(whereSeparator: { $0 <= 0x20 }) {
      let known = Self.names.first { name, _ in
        word.count == name.utf8CodeUnitCount
          && zip(word, 0...).allSatisfy { ASCII.lowercased($0) == name.utf8Start[$1] }
      }
      if let known { insert(known.1) }
    }
  }

  private static let names: [(StaticString, LinkRelations)] = [
    ("alternate", .alternate), ("canonical", .canonical), ("icon", .icon),
    ("apple-touch-icon", .homeScreenIcon), ("apple-touch-icon-precomposed", .homeScreenIcon),
    ("fluid-icon", .fluidIcon), ("image_src", .imageSource), ("manifest", .manifest),
  ]
}
