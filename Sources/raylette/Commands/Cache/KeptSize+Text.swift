import Foundation
import LinkStore
import Links
import Localization
import Markup

extension KeptSize {
  /// Returns the size of the texts stored with the saved links at a location. Creates no file.
  static func at(_ location: StoreLocation) async -> KeptSize? {
    guard access(location.dataFile.path(percentEncoded: false), F_OK) == 0,
      let store = try? SavedLinkStore(location: location)
    else { return nil }
    return try? await store.keptSize()
  }

  /// The sizes in a line: `12 articles, 0.8 MB; index 0.4 MB; no pictures`.
  var summary: String {
    guard articles > 0 else { return localized("none yet") }
    let (size, index) = (storedBytes.megabytes, indexBytes.megabytes)
    return pictures == 0
      ? localized("\(articles, "article") \(size), index \(index)")
      : localized(
        """
        \(articles, "article") \(size), index \(index), \(pictures, "picture") \
        \(pictureBytes.megabytes)
        """)
  }
}
