/// The languages a person reads, as a header asks for them (RFC 9110, section 12.5.4).
enum AcceptLanguage {
  /// - Parameter environment: the locale is `LC_ALL`, else `LC_MESSAGES`, else `LANG`.
  ///
  ///     AcceptLanguage.header(environment: ["LANG": "de_AT.UTF-8"])  // "de-AT,de;q=0.9,en;q=0.5"
  static func header(environment: [String: String]) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return header(languages: locale.flatMap(tag(ofLocale:)).map { [$0] } ?? [])
  }

  /// - Parameter languages: tags after BCP 47, best first. English comes last, since most of the
  ///   web is to be had in it.
  static func header(languages: [String]) -> String {
    var tags: [String] = []
    for tag in languages + languages.map(\.primaryLanguage)
    where !tags.contains(where: { $0.lowercased() == tag.lowercased() }) && tag.isLanguageTag {
      // The bare language stands behind its last region.
      let last = tags.lastIndex { $0.primaryLanguage == tag }
      tags.insert(tag, at: last.map { $0 + 1 } ?? tags.count)
    }
    var ranges = tags.enumerated().map { place, tag in
      place == 0 ? tag : "\(tag);q=0.\(max(6, 10 - place))"
    }
    if !tags.contains("en") { ranges.append(ranges.isEmpty ? "en" : "en;q=0.5") }
    return ranges.joined(separator: ",")
  }

  /// `pt_BR.UTF-8@euro` is `pt-BR`; nil for the locales that name no language.
  private static func tag(ofLocale locale: String) -> String? {
    let name = String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    return name == "C" || name == "POSIX" || !name.isLanguageTag ? nil : name
  }
}

extension String {
  fileprivate var primaryLanguage: String { prefix { $0 != "-" }.lowercased() }

  /// Letters and digits in parts, which is all a header needs to know of a tag.
  fileprivate var isLanguageTag: Bool {
    (2...35).contains(count) && first != "-"
      && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
