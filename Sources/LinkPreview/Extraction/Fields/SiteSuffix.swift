import Foundation
import Markup

/// Finds the site's name in a title, as in `Bob Dylan - Wikipedia` and `A Film on Vimeo`. Only a
/// name that the page or its host confirms counts.
struct SiteSuffix {
  private let names: Set<String>
  /// The label of the host that names the site.
  private let label: String

  private init(siteName: String?, url: URL) {
    let label = SiteName.key(url.mainHostLabel ?? "")
    self.label = label
    names = Set([siteName, url.displayHost].compactMap(\.self).map(SiteName.key) + [label])
      .subtracting([""])
  }

  /// Returns a page's title without the site's name at its beginning or end, or nil if it has none
  /// there.
  static func removed(from title: String, siteName: String?, url: URL) -> String? {
    // Most titles have no separator, and a screen full of them is drawn at every key press.
    let isOn = title.containsBytes(" on ")
    guard isOn || title.unicodeScalars.contains(where: markScalars.contains) else { return nil }
    return SiteSuffix(siteName: siteName, url: url).removed(from: title, isOn: isOn)
  }

  /// - Parameter isOn: whether the title has the word "on".
  private func removed(from title: String, isOn: Bool) -> String? {
    for separator in Self.separators {
      if let mark = title.range(of: separator, options: .backwards),
        isSite(title[mark.upperBound...])
      {
        return trimmed(title[..<mark.lowerBound])
      }
      if let mark = title.range(of: separator), isSite(title[..<mark.lowerBound]) {
        return trimmed(title[mark.upperBound...])
      }
    }
    // `A Film on Vimeo`.
    if isOn, let mark = title.range(of: " on ", options: .backwards),
      isSite(title[mark.upperBound...])
    {
      return trimmed(title[..<mark.lowerBound])
    }
    return nil
  }

  private func trimmed(_ title: Substring) -> String? {
    let text = title.trimmingCharacters(in: .whitespaces)
    return text.isEmpty ? nil : text
  }

  private func isSite(_ text: Substring) -> Bool {
    let key = SiteName.key(String(text))
    if names.contains(key) { return true }
    guard label.utf8.count > 2, text.utf8.count < 80 else { return false }
    if text.utf8.contains(where: { $0 > 0x7F }), Self.spellings(of: key).contains(label) {
      return true
    }
    let words = text.split { $0 == " " || $0 == "." }.map { SiteName.key(String($0)) }
    // `BBC News` on bbc.com.
    if words.count > 1, words[0] == label {
      return words.dropFirst().allSatisfy(Self.genericWords.contains)
    }
    // `World Health Organization` on who.int.
    return words.count > 2 && String(words.compactMap(\.first)) == label
  }

  /// Spellings of a name in the letters of a host: `süddeutsche` is sueddeutsche or suddeutsche.
  private static func spellings(of key: String) -> [String] {
    var german = ""
    for character in key {
      switch character {
      case "ä": german += "ae"
      case "ö": german += "oe"
      case "ü": german += "ue"
      case "ß": german += "ss"
      default: german.append(character)
      }
    }
    return [german, key.folding(options: .diacriticInsensitive, locale: nil)]
  }

  /// Words that sites add to their names.
  private static let genericWords: Set = [
    "app", "blog", "community", "de", "com", "net", "org", "digital", "docs", "documentation",
    "forum", "global", "help", "home", "international", "live", "magazin", "magazine", "media",
    "news", "official", "online", "podcast", "press", "radio", "shop", "site", "store", "tv",
    "uk", "us", "usa", "web", "website", "wiki", "world",
  ]

  /// Separators with spaces around them, and the few that need a space on one side or none.
  private static let separators = Headline.marks.map { " \($0) " } + [" :: ", ": ", "｜"]
  private static let markScalars = Set(separators.joined().unicodeScalars).subtracting([" "])
}
