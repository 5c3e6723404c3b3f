import CDecoders
import Foundation

/// Guesses the encoding of a text that declares none and isn't UTF-8, as browsers do
/// (https://html.spec.whatwg.org/#determining-the-character-encoding, step 8): by its bytes, and
/// where they're too few to tell, by a language that the text is likely to be in.
package struct EncodingGuess: Sendable {
  /// The group of encodings for the language of the text; nil if the language isn't known.
  private let hint: [CharacterEncoding]?

  /// A guess for a text that may be in the reader's language.
  package static let readersLanguage = EncodingGuess(
    host: nil, environment: ProcessInfo.processInfo.environment)

  /// - Parameters:
  ///   - host: the host that the text is from. The domain of a country shows the language.
  ///   - environment: the reader's locale is `LC_ALL`, else `LC_MESSAGES`, else `LANG`. It counts if
  ///     the host shows no language.
  init(host: String?, environment: [String: String]) {
    let domain = host?.split(separator: ".").last.map(String.init) ?? ""
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    hint = Self.encodings(ofDomain: domain) ?? locale.flatMap(Self.encodings(ofLocale:))
  }

  /// - Parameter host: the host that the text is from, if it's from one.
  package init(host: String?) {
    self.init(host: host, environment: ProcessInfo.processInfo.environment)
  }

  /// The number of bytes outside ASCII that are enough to be sure in nearly all cases.
  static let sureCount = 128
  /// The most bytes that are looked at, from the first that isn't ASCII.
  static let lengthLimit = 16_384
  /// The number of bytes before those, which may begin a word.
  static let contextLength = 16

  /// - Parameter bytes: the text, or its beginning. It may end within a character.
  func encoding(of bytes: UnsafeBufferPointer<UInt8>) -> CharacterEncoding {
    let start = max(0, (bytes.firstIndex { $0 >= 0x80 } ?? 0) - Self.contextLength)
    let bytes = UnsafeBufferPointer(rebasing: bytes[start...].prefix(Self.lengthLimit))
    let count = bytes.count { $0 >= 0x80 }
    let detected = Self.detected(in: bytes, count: count)
    let likely = detected.flatMap { encoding in
      Self.groups.first { $0.contains(encoding) }.map { group in
        [encoding] + group.filter { $0 != encoding }
      }
    }
    // The languages with Latin letters have most of those with marks in common.
    let neededCount = detected.map(Self.latin.contains) == true ? 50 : 10
    let isSure = likely.map { $0.contains { $0 == hint?.first } || count >= neededCount } ?? false
    let candidates = isSure ? likely ?? [] : (hint ?? []) + (likely ?? [])
    var best: (encoding: CharacterEncoding, faults: Int)?
    for encoding in candidates + [.windows1252] where best?.faults != 0 {
      let text = StreamingDecoder(encoding: encoding).decode(bytes, atEnd: false)
      let faults = MisreadText.faults(in: text)
      if faults < best?.faults ?? .max { best = (encoding, faults) }
    }
    return best?.encoding ?? .windows1252
  }

  /// The encoding that the detector finds, if pages are in such a one.
  private static func detected(
    in bytes: UnsafeBufferPointer<UInt8>, count: Int
  ) -> CharacterEncoding? {
    let first = Detector.name(of: bytes).flatMap { encoding(ofName: $0, count: count) }
    guard first == nil || first == .windows1252 else { return first }
    let text = StreamingDecoder(encoding: .windows1252).decode(bytes, atEnd: false)
    guard MisreadText.faults(in: text) > 0 else { return first }
    // It's another encoding. The detector gives no opinion on a few letters unless it sees them
    // again and again.
    let again = Detector.name(of: bytes, times: 8).flatMap { encoding(ofName: $0, count: count) }
    return again ?? first
  }

  /// Returns the encoding of pages for the detector's name of an encoding. Nil for what was never
  /// used on the Web, which is a misunderstanding of something else.
  private static func encoding(ofName name: String, count: Int) -> CharacterEncoding? {
    switch name {
    case "ISO-8859-3", "ISO-8859-10", "WINDOWS-1258", "UTF-8", "ASCII": nil
    // Few Latin letters with marks look like any language.
    case "ISO-8859-4", "ISO-8859-13", "WINDOWS-1257":
      count < 10 ? nil : CharacterEncoding(label: "windows-1257")
    case "ISO-8859-15": .windows1252
    case "ISO-8859-16": CharacterEncoding(label: "windows-1250")
    case "ISO-8859-8": CharacterEncoding(label: "windows-1255")
    case "MAC-CYRILLIC", "IBM855": CharacterEncoding(label: "windows-1251")
    // A superset with letters in place of lines.
    case "KOI8-R": CharacterEncoding(label: "koi8-u")
    case "UHC": CharacterEncoding(label: "euc-kr")
    default: CharacterEncoding(label: name)
    }
  }

  // MARK: - Languages

  /// The encodings for the same letters, the usual one first.
  private static let groups: [[CharacterEncoding]] = [
    "shift_jis euc-jp", "euc-kr", "gb18030", "big5", "windows-1251 koi8-u iso-8859-5 ibm866",
    "windows-1253 iso-8859-7", "windows-1255", "windows-1256 iso-8859-6",
    "windows-1250 iso-8859-2", "windows-1254", "windows-1257", "windows-874", "windows-1258",
    "windows-1252",
  ].map { labels in labels.split(separator: " ").compactMap { CharacterEncoding(label: $0) } }

  private static let latin = Set(
    groups.joined().filter { encoding in
      ["windows-1250", "ISO-8859-2", "windows-1252", "windows-1254", "windows-1257"]
        .contains(encoding.name)
    })

  /// The languages that weren't written in windows-1252, by the default encodings of the HTML
  /// Standard's table for locales.
  private static let languages: [String: String] = [
    "shift_jis": "ja", "euc-kr": "ko", "gb18030": "zh", "big5": "zh-hant",
    "windows-1251": "ba be bg kk ky mk mn ru sah sr tg tt uk", "windows-1253": "el",
    "windows-1255": "he iw yi", "windows-1256": "ar fa ur ug",
    "windows-1250": "bs cs hr hu pl ro sk sl sq", "windows-1254": "az ku tr",
    "windows-1257": "et lt lv", "windows-874": "th", "windows-1258": "vi",
  ]

  /// The domains of countries with one of these languages. All other countries' domains, such as
  /// `fr`, are those of countries that write in windows-1252, or in several languages.
  private static let domains: [String: String] = [
    "shift_jis": "jp", "euc-kr": "kr kp", "gb18030": "cn", "big5": "tw hk mo",
    "windows-1251": "ru su by bg ua kz kg mk mn tj rs xn--p1ai xn--j1amh xn--90ais xn--90ae",
    "windows-1253": "gr cy xn--qxam", "windows-1255": "il",
    "windows-1256": "sa ae eg iq ir jo kw lb ly om ps qa sy ye bh sd",
    "windows-1250": "pl cz sk hu ro hr si ba al", "windows-1254": "tr az",
    "windows-1257": "lt lv ee", "windows-874": "th", "windows-1258": "vn",
    "windows-1252": """
    de at ch li lu fr be nl it es pt uk ie us ca au nz dk se no fi is fo br mx ar cl co pe ve uy \
    za
    """,
  ]

  private static let groupsByLanguage = groups(by: languages)
  private static let groupsByDomain = groups(by: domains)

  private static func groups(by words: [String: String]) -> [String: [CharacterEncoding]] {
    var found: [String: [CharacterEncoding]] = [:]
    for (label, words) in words {
      let usual = CharacterEncoding(label: label)
      // The others are rare.
      let group = groups.first { $0.first == usual }.map { Array($0.prefix(2)) }
      for word in words.split(separator: " ") { found[String(word)] = group }
    }
    return found
  }

  private static func encodings(ofDomain domain: String) -> [CharacterEncoding]? {
    groupsByDomain[domain.lowercased()]
  }

  private static func encodings(ofLocale locale: String) -> [CharacterEncoding]? {
    let parts = locale.lowercased().prefix { $0 != "." && $0 != "@" }
      .split { $0 == "_" || $0 == "-" }
    guard let language = parts.first else { return nil }
    let places: Set<Substring> = ["tw", "hk", "mo", "hant"]
    let isTraditional = language == "zh" && parts.contains(where: places.contains)
    return groupsByLanguage[isTraditional ? "zh-hant" : String(language)]
  }
}

/// The library that knows how often the characters of an encoding follow each other in a language.
private enum Detector {
  /// - Parameter times: how often the bytes are shown to it.
  /// - Returns: the name that iconv has for the encoding; nil if the bytes look like none.
  static func name(of bytes: UnsafeBufferPointer<UInt8>, times: Int = 1) -> String? {
    guard let detector = uchardet_new() else { return nil }
    defer { uchardet_delete(detector) }
    bytes.withMemoryRebound(to: CChar.self) { bytes in
      for _ in 0..<times {
        guard uchardet_handle_data(detector, bytes.baseAddress, bytes.count) == 0 else { return }
      }
    }
    uchardet_data_end(detector)
    let name = uchardet_get_charset(detector).map { String(cString: $0) } ?? ""
    return name.isEmpty ? nil : name
  }
}
