import Testing

@testable import Localization

/// Finds the language that a user asks for.
struct LanguageTests {
  static let environments: [(environment: [String: String], language: Language)] = [
    ([:], .english),
    (["LANG": "de_DE.UTF-8"], .german),
    (["LANG": "de_AT"], .german), (["LANG": "de_CH@euro"], .german), (["LANG": "de"], .german),
    (["LANG": "ja_JP.eucJP"], .japanese),
    (["LANG": "zh_CN.UTF-8"], .simplifiedChinese), (["LANG": "zh_SG"], .simplifiedChinese),
    (["LANG": "zh_TW.Big5"], .traditionalChinese), (["LANG": "zh_HK"], .traditionalChinese),
    (["LANG": "fr_FR.UTF-8"], .english), (["LANG": "en_GB"], .english), (["LANG": ""], .english),
    (["LANG": "en_XA.UTF-8"], .marked),
    // The more special variable counts, unless it's empty.
    (["LANG": "de_DE", "LC_MESSAGES": "ja_JP"], .japanese),
    (["LANG": "de_DE", "LC_MESSAGES": "ja_JP", "LC_ALL": "en_US"], .english),
    (["LANG": "de_DE", "LC_MESSAGES": "", "LC_ALL": ""], .german),
    (["LANG": "de_DE", "LC_ALL": "C"], .english), (["LANG": "POSIX"], .english),
    (["LANG": "de_DE", "LC_CTYPE": "ja_JP", "LC_TIME": "ja_JP"], .german),
    // LANGUAGE is before all locales, but nothing without one.
    (["LANG": "de_DE", "LANGUAGE": "ja"], .japanese),
    (["LC_ALL": "de_DE", "LANGUAGE": "fr:ja:de"], .japanese),
    (["LANG": "de_DE", "LANGUAGE": "en:ja"], .english),
    (["LANG": "de_DE", "LANGUAGE": ""], .german), (["LANG": "de_DE", "LANGUAGE": ":"], .german),
    (["LANG": "de_DE", "LANGUAGE": "fr"], .english),
    (["LANG": "de_DE", "LANGUAGE": "C:ja"], .english),
    (["LANG": "C", "LANGUAGE": "ja"], .english), (["LANGUAGE": "ja"], .english),
    (["LANG": "C.UTF-8", "LANGUAGE": "ja"], .japanese), (["LANG": "C.UTF-8"], .english),
  ]

  @Test("takes the language from the environment as gettext does", arguments: environments)
  func environment(environment: [String: String], language: Language) {
    #expect(Language(environment: environment) == language)
  }

  static let locales: [(name: String, language: Language?)] = [
    ("de-AT", .german), ("DE_at.utf-8", .german), ("zh-Hant-HK", .traditionalChinese),
    ("zh-Hans", .simplifiedChinese), ("zh-MO", .traditionalChinese), ("en-XA", .marked),
    ("fr", nil), ("", nil), ("_", nil), (".UTF-8", nil), ("deutsch", nil),
  ]

  @Test("knows locales and language tags", arguments: locales)
  func locale(name: String, language: Language?) {
    #expect(Language(locale: name) == language)
  }

  @Test("every translated language has a file with a header", arguments: Language.translated)
  func files(language: Language) {
    let file = String(decoding: language.file, as: UTF8.self)
    #expect(file.contains("charset=UTF-8"))
    #expect(PluralRule(header: file) != nil)
  }
}
