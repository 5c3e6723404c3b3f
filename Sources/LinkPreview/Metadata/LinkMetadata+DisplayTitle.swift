import Markup
import Foundation

extension LinkMetadata {
  /// The title to show beside the site's name: without that name at its beginning or end. For a
  /// page without a title, the address.
  ///
  ///     metadata.title         // "Bob Dylan - Wikipedia"
  ///     metadata.siteName      // "Wikipedia"
  ///     metadata.displayTitle  // "Bob Dylan"
  public var displayTitle: String {
    guard let title else { return url.withoutScheme }
    // Most titles have no separator, and a screen full of them is drawn at every key press.
    let isOn = title.containsBytes(" on ")
    guard isOn || title.unicodeScalars.contains(where: Self.markScalars.contains) else {
      return title
    }
    let names = Set(
      [siteName, url.displayHost, url.mainHostLabel].compactMap { $0 }.map(SiteName.key))
    for separator in Self.separators {
      if let mark = title.range(of: separator, options: .backwards),
        names.contains(SiteName.key(String(title[mark.upperBound...])))
      {
        return rest(of: title[..<mark.lowerBound]) ?? title
      }
      if let mark = title.range(of: separator),
        names.contains(SiteName.key(String(title[..<mark.lowerBound])))
      {
        return rest(of: title[mark.upperBound...]) ?? title
      }
    }
    // `A Film on Vimeo`.
    if isOn, let mark = title.range(of: " on ", options: .backwards),
      names.contains(SiteName.key(String(title[mark.upperBound...])))
    {
      return rest(of: title[..<mark.lowerBound]) ?? title
    }
    return title
  }

  /// ``summary``, or nil if it only repeats the title, as on pages that have nothing to add.
  ///
  ///     metadata.title           // "Bob Dylan - Wikipedia"
  ///     metadata.summary         // "Bob Dylan"
  ///     metadata.displaySummary  // nil
  public var displaySummary: String? {
    guard let summary else { return nil }
    let key = SiteName.key(summary)
    let titles = [title, displayTitle].compactMap(\.self)
    return titles.contains { $0 == summary || (!key.isEmpty && SiteName.key($0) == key) }
      ? nil : summary
  }

  private func rest(of title: Substring) -> String? {
    let rest = title.trimmingCharacters(in: .whitespaces)
    return rest.isEmpty ? nil : rest
  }

  /// Separators with spaces around them, and the few that don't need both.
  private static let separators = Headline.marks.map { " \($0) " } + [" :: ", ": ", "｜"]
  private static let markScalars = Set(separators.joined().unicodeScalars).subtracting([" "])
}

extension URL {
  /// The address as people say it, without the scheme and a trailing slash.
  fileprivate var withoutScheme: String {
    guard let end = absoluteString.firstRange(of: "://")?.upperBound else { return absoluteString }
    let rest = absoluteString[end...]
    return String(rest.hasSuffix("/") && rest.count > 1 ? rest.dropLast() : rest)
  }
}
