import Markup
import LinkPreview

/// Repairs addresses that versions before the URL Standard stored wrongly. If a path, query or
/// fragment had an illegal character, they percent-encoded every `%` of that part again. They also
/// percent-encoded international hosts. Neither kind of address leads anywhere.
enum AddressRepair {
  /// Returns the intended address in the standard's spelling, or nil if nothing is wrong or the
  /// intended address isn't certain.
  static func repaired(_ stored: String) -> WebAddress? {
    guard let colon = stored.firstRange(of: "://") else { return nil }
    let authority = stored[colon.upperBound...].prefix { !"/?#".contains($0) }
    var rest = stored[authority.endIndex...]
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    rest = rest[path.endIndex...]
    let query = rest.prefix { $0 != "#" }
    let fragment = rest[query.endIndex...]
    let parts = [path, query, fragment].map { part in (part, decoded(Array(part.utf8)[...])) }
    let host = authority[(authority.lastIndex(of: "@") ?? authority.startIndex)...]
    guard host.contains("%") || parts.contains(where: { $0.1 != nil }) else { return nil }
    return WebAddress(
      stored[..<authority.endIndex] + parts.map { $0.1 ?? String($0.0) }.joined())
  }

  /// Returns the part before it was encoded once too often, or nil if that isn't certain. It's
  /// certain if an escaped `%` followed by two digits comes together with the escape of an illegal
  /// character, and nothing else is escaped, because people who encode by hand also encode legal
  /// characters.
  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    var hasEncodedEscape = false
    var hasIllegal = false
    var index = part.startIndex
    while let mark = part[index...].firstIndex(of: UInt8(ascii: "%")) {
      guard let byte = ASCII.escapedByte(at: mark, in: part),
        // Those versions wrote only upper case.
        !part[mark...].prefix(3).contains(where: { (0x61...0x66).contains($0) })
      else { return nil }
      index = mark + 3
      if byte == UInt8(ascii: "%") {
        let digits = part[index...].prefix(2)
        let isEscape = digits.count == 2 && digits.allSatisfy { ASCII.hexValue($0) != nil }
        hasEncodedEscape = hasEncodedEscape || isEscape
      } else if PercentEncodeSet.notInRFC3986.contains(byte)
        || (byte == UInt8(ascii: "#") && part.first == byte)
      {
        hasIllegal = true
      } else {
        return nil
      }
    }
    guard hasEncodedEscape, hasIllegal else { return nil }
    return String(validating: ASCII.percentDecoded(part), as: UTF8.self)
  }
}
