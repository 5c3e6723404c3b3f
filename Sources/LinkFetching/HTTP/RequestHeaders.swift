import Foundation

/// The headers that go with every request of a fetch.
enum RequestHeaders {
  /// Names LinkPreview itself, because many sites block clients that only claim to be a browser.
  static let userAgent = "Mozilla/5.0 (compatible; LinkPreview/1.0; link cards on request)"
  /// The crawler names for which many sites send Open Graph tags; see
  /// ``LinkMetadataRequest/userAgent``.
  static let crawlerUserAgent = userAgent + " facebookexternalhit/1.1 Twitterbot/1.0"

  private static let encodings = (["gzip", "deflate"] + ContentDecoder.names).joined(
    separator: ", ")

  /// Returns the headers of a request.
  /// - Parameter types: the value of `Accept`. By default, pages are preferred.
  static func fields(
    accepting types: String = "text/html,application/xhtml+xml,*/*;q=0.5",
    language: String = ofEnvironment, userAgent: String = userAgent
  ) -> HTTPHeaders {
    [
      "User-Agent": userAgent, "Accept": types, "Accept-Language": language,
      "Accept-Encoding": encodings,
    ]
  }

  static func language(of request: LinkMetadataRequest) -> String {
    request.languages.map { AcceptLanguage.header(languages: $0) } ?? ofEnvironment
  }

  static let ofEnvironment = AcceptLanguage.header(
    environment: ProcessInfo.processInfo.environment)
}

/// Builds the `Accept-Language` header (RFC 9110, section 12.5.4).
enum AcceptLanguage {
  /// Builds the header from the locale in the environment.
  ///
  /// - Parameter environment: the locale is `LC_ALL`, else `LC_MESSAGES`, else `LANG`.
  ///
  ///     AcceptLanguage.header(environment: ["LANG": "de_AT.UTF-8"])  // "de-AT,de;q=0.9,en;q=0.5"
  static func header(environment: [String: String]) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return header(languages: locale.flatMap(tag(ofLocale:)).map { [$0] } ?? [])
  }

  /// Builds the header from a list of languages.
  ///
  /// - Parameter languages: BCP 47 tags, best first. English is added at the end, because most of
  ///   the web is available in it.
  static func header(languages: [String]) -> String {
    var tags: [String] = []
    for tag in languages + languages.map(\.primaryLanguage)
    where !tags.contains(where: { $0.lowercased() == tag.lowercased() }) && tag.isLanguageTag {
      // The bare language comes right after its last regional variant.
      let last = tags.lastIndex { $0.primaryLanguage == tag }
      tags.insert(tag, at: last.map { $0 + 1 } ?? tags.count)
    }
    var ranges = tags.enumerated().map { place, tag in
      place == 0 ? tag : "\(tag);q=0.\(max(6, 10 - place))"
    }
    if !tags.contains("en") { ranges.append(ranges.isEmpty ? "en" : "en;q=0.5") }
    return ranges.joined(separator: ",")
  }

  /// Returns `pt-BR` for `pt_BR.UTF-8@euro`, and nil for locales without a language.
  private static func tag(ofLocale locale: String) -> String? {
    let name = String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    return name == "C" || name == "POSIX" || !name.isLanguageTag ? nil : name
  }
}

extension String {
  fileprivate var primaryLanguage: String { prefix { $0 != "-" }.lowercased() }

  /// Whether the text consists of letters, digits and hyphens. A header needs no stricter check.
  fileprivate var isLanguageTag: Bool {
    (2...35).contains(count) && first != "-"
      && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
