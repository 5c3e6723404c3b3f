package import LinkPreview
import Markup

/// Names the files that links are written to.
package enum SharedFile {
  /// Returns a file name made from the title that's valid on every system:
  /// `crafting-interpreters.html`.
  /// - Parameters:
  ///   - ending: the part after the dot.
  ///   - attempt: 1, then one more for each name that's taken.
  package static func name(
    for links: [LinkMetadata], ending: String, attempt: Int
  ) -> String {
    let title =
      links.count == 1 ? links[0].name ?? links[0].url.displayHost : "\(links.count) links"
    // Splits by scalars, because a Character may contain more than a letter.
    let words = title.lowercased().unicodeScalars.split {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
    }
    var stem = ""
    for word in words.map({ String(Substring($0)) }) {
      if stem.isEmpty {
        // In languages without spaces, a title is one long word.
        for character in word where stem.utf8.count + character.utf8.count <= longest {
          stem.append(character)
        }
        continue
      }
      guard stem.utf8.count + word.utf8.count < longest else { break }
      stem += "-" + word
    }
    if stem.isEmpty { stem = "link" }
    let number = attempt == 1 ? "" : "-\(attempt)"
    return "\(stem)\(number).\(ending)"
  }

  /// The maximum bytes before the dot, well below the limits of file systems.
  private static let longest = 80
}

extension LinkMetadata {
  /// The title to show, or nil if the page has none.
  package var name: String? { title == nil ? nil : displayTitle }
}
