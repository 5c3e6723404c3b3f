/// A character encoding of the Web, identified by the labels that pages use for it.
package struct CharacterEncoding: Hashable, Sendable {
  /// The name in the WHATWG Encoding Standard, such as `Shift_JIS`.
  let name: String

  package static let utf8 = CharacterEncoding(name: "UTF-8")
  package static let utf16LittleEndian = CharacterEncoding(name: "UTF-16LE")
  package static let utf16BigEndian = CharacterEncoding(name: "UTF-16BE")
  package static let windows1252 = CharacterEncoding(name: "windows-1252")

  private init(name: String) { self.name = name }

  /// Finds the encoding for a label (https://encoding.spec.whatwg.org/#concept-encoding-get).
  /// Ignores case and surrounding white space. Returns nil for a label that no browser knows.
  ///
  ///     CharacterEncoding(label: " x-sjis ")?.name  // "Shift_JIS"
  package init?(label: some StringProtocol) {
    // By far the most common labels need no table.
    if label == "utf-8" || label == "UTF-8" {
      self = .utf8
      return
    }
    let key = label.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let name = Self.namesByLabel[key] else { return nil }
    self.name = name
  }

  /// The iconv names of the superset that browsers use to decode this encoding. The first that's
  /// known is used, because the C library of Linux, macOS since version 14 and GNU libiconv don't
  /// have all the same ones: the last of them lacks EUC-JP-MS.
  var iconvNames: [String] {
    if name == "EUC-JP" { return ["EUC-JP-MS", "EUC-JP"] }
    return [Self.iconvNames[name] ?? name]
  }

  private static let iconvNames = [
    "Shift_JIS": "CP932", "EUC-KR": "CP949", "Big5": "BIG5-HKSCS",
    "GBK": "GB18030", "gb18030": "GB18030", "windows-874": "CP874", "IBM866": "CP866",
    "ISO-8859-8-I": "ISO-8859-8", "macintosh": "MACINTOSH", "x-mac-cyrillic": "MACCYRILLIC",
    "windows-1250": "CP1250", "windows-1251": "CP1251", "windows-1252": "CP1252",
    "windows-1253": "CP1253", "windows-1254": "CP1254", "windows-1255": "CP1255",
    "windows-1256": "CP1256", "windows-1257": "CP1257", "windows-1258": "CP1258",
  ]
}
