import Foundation

/// Text that the user wrote with another program, such as an editor.
package enum UserText {
  /// Decodes text, whose character set is that of its byte order mark, UTF-8, or that of the locale.
  /// Nothing is replaced: returns nil if the text is in none of these.
  /// - Parameter environment: names the locale (POSIX, Base Definitions, section 8.2).
  package static func decode(
    _ bytes: some Collection<UInt8>, environment: [String: String]
  ) -> String? {
    if let encoding = EncodingSniffer.byteOrderMark(in: bytes) {
      return decode(bytes, as: encoding)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text.isText ? text : nil }
    return localeEncoding(environment).flatMap { decode(bytes, as: $0) }
  }

  private static func decode(
    _ bytes: some Collection<UInt8>, as encoding: CharacterEncoding
  ) -> String? {
    // The decoder drops NUL, which marks text that's no text, or in UTF-32.
    let isWide = encoding == .utf16LittleEndian || encoding == .utf16BigEndian
    guard isWide ? !bytes.starts(with: [0xFF, 0xFE, 0, 0]) : !bytes.contains(0) else { return nil }
    let decoded = StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true)
    let text = String(decoding: decoded, as: UTF8.self)
    // Invalid bytes were replaced.
    return text.unicodeScalars.contains("\u{FFFD}") ? nil : text
  }

  /// The encoding in the locale's name, such as `ISO-8859-1` in `de_DE.ISO-8859-1`, or else the
  /// system's for that locale. Nil for UTF-8 and plain ASCII.
  private static func localeEncoding(_ environment: [String: String]) -> CharacterEncoding? {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let name, !["C", "POSIX"].contains(name) else { return nil }
    let label =
      name.split(separator: ".", maxSplits: 1).dropFirst().first
      .map { String($0.prefix { $0 != "@" }) } ?? systemCharset(ofLocale: name)
    guard let label else { return nil }
    // The C library's names are written in many ways, such as `ISO8859-1` and `eucJP`.
    let plain = label.lowercased()
    let iso = plain.hasPrefix("iso8859") ? "iso-8859" + plain.dropFirst("iso8859".count) : plain
    let euc = iso.hasPrefix("euc") && !iso.hasPrefix("euc-") ? "euc-" + iso.dropFirst(3) : iso
    let encoding = CharacterEncoding(label: euc)
    return encoding == .utf8 || plain.contains("ascii") || plain.hasPrefix("ansi_x3.4")
      ? nil : encoding
  }

  private static func systemCharset(ofLocale name: String) -> String? {
    guard let locale = newlocale(LC_CTYPE_MASK, name, nil) else { return nil }
    defer { freelocale(locale) }
    return nl_langinfo_l(nl_item(CODESET), locale).map { String(cString: $0) }
  }
}

extension String {
  /// Whether no character is NUL, which no text has.
  fileprivate var isText: Bool { !utf8.contains(0) }
}
