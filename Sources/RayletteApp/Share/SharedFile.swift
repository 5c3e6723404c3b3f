import Markup
import Bookmarks
public import LinkPreview

/// What a file of links is called.
public enum SharedFile {
  /// A name made of the title, which is a plain one on every system: `crafting-interpreters.html`.
  /// - Parameter attempt: 1, and one more for each name that is taken.
  public static func name(
    for links: [LinkMetadata], as form: ShareActivity.FileFormat, attempt: Int
  ) -> String {
    let title =
      links.count == 1 ? links[0].name ?? links[0].url.displayHost : "\(links.count) links"
    // By scalars: a letter as people count them may have more in it.
    let words = title.lowercased().unicodeScalars.split {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
    }
    var stem = ""
    for word in words.map({ String(Substring($0)) }) {
      if stem.isEmpty {
        // Titles of languages without spaces are one long word.
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
    let ending = form == .bookmarks ? "bookmarks.html" : form.rawValue
    return "\(stem)\(number).\(ending)"
  }

  /// Bytes of the part before the dot, well below what file systems hold.
  private static let longest = 80
}
