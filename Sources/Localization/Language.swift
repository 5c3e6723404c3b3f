import CTranslations

/// A language that the program speaks.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case japanese = "ja"
  case simplifiedChinese = "zh_CN"
  case traditionalChinese = "zh_TW"
  /// English with marks on all texts that can be translated, longer and with wide characters. Shows
  /// which texts can't, and which have too little room. Its name is the one that Android has for it.
  case marked = "en_XA"

  /// The language of texts that are stored, such as the reason why a page couldn't be fetched. The
  /// reader's language may be another one tomorrow or on another device, and programs read what
  /// JSON has of them. So they're made in this language, and shown as they are: those of a store,
  /// whatever language an earlier version wrote, are always readable. What's reported at once, such
  /// as the same reason to the user of a command, is in the reader's language: a reason within an
  /// error is English, and `String.translated` translates it in the error's sentence. Only those with
  /// values can't wait, and are in the reader's language at once.
  package static let stored = Language.english

  /// The languages with a file of translations.
  package static let translated = allCases.filter { $0 != .english && $0 != .marked }

  /// The language that a user asks for, as gettext does it: the first of `LANGUAGE` that there is, or
  /// without `LANGUAGE` the language of the locale. `LANGUAGE` counts only if there's a locale.
  /// - Parameter environment: the environment variables.
  package init(environment: [String: String]) {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    let names = Self.untranslated.contains(locale) || preferred.isEmpty ? [locale] : preferred
    self =
      names.prefix { !Self.untranslated.contains($0) }.lazy
      .compactMap(Language.init(locale:)).first ?? .english
  }

  /// The locales of programs without translations.
  private static let untranslated: Set = ["C", "POSIX"]

  /// The language of a locale such as `de_AT.UTF-8`, or of a language tag such as `zh-Hant-HK`.
  package init?(locale: String) {
    let parts = locale.prefix { $0 != "." && $0 != "@" }.lowercased()
      .split { $0 == "_" || $0 == "-" }
    switch parts.first {
    case "en": self = parts.last == "xa" ? .marked : .english
    case "de": self = .german
    case "ja": self = .japanese
    case "zh":
      let places: Set<Substring> = ["tw", "hk", "mo", "hant"]
      self = parts.contains(where: places.contains) ? .traditionalChinese : .simplifiedChinese
    default: return nil
    }
  }

  /// What stands between groups of three digits.
  var groupSeparator: String { self == .german ? "." : "," }

  /// What stands between a number and its decimals.
  var decimalSeparator: String { self == .german ? "," : "." }

  /// The file of translations; empty if there's none.
  var file: [UInt8] {
    var length = 0
    return [UInt8](UnsafeBufferPointer(start: translations(rawValue, &length), count: length))
  }
}
