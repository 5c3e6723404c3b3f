import Localization
import Foundation
import Links
import LinkStore
import RayletteApp
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
    let count = "\(articles.grouped) article\(articles == 1 ? "" : "s")"
    let pictures =
      pictures == 0
      ? "" : ", \(pictures.grouped) picture\(pictures == 1 ? "" : "s") \(pictureBytes.megabytes)"
    return "\(count) \(storedBytes.megabytes), index \(indexBytes.megabytes)\(pictures)"
  }
}
