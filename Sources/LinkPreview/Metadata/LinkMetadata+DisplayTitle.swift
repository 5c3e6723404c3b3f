import Markup
import Foundation

extension LinkMetadata {
  /// The title to show beside the site's name, which is removed from the title's beginning and end.
  /// For a page without a title, the address.
  ///
  ///     metadata.title         // "Bob Dylan - Wikipedia"
  ///     metadata.siteName      // "Wikipedia"
  ///     metadata.displayTitle  // "Bob Dylan"
  public var displayTitle: String {
    guard let title else { return url.withoutScheme }
    return SiteSuffix(siteName: siteName, url: url).removed(from: title) ?? title
  }

  /// ``summary``, or nil if it only repeats the title, as on pages without a description of their
  /// own.
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
}

extension URL {
  /// The address in the form that people say, without the scheme and a trailing slash.
  fileprivate var withoutScheme: String {
    guard let end = absoluteString.firstRange(of: "://")?.upperBound else { return absoluteString }
    let afterScheme = absoluteString[end...]
    return String(
      afterScheme.hasSuffix("/") && afterScheme.count > 1 ? afterScheme.dropLast() : afterScheme)
  }
}
