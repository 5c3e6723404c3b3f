import Markup
import LinkPreview

/// Undoes what versions before the URL Standard made of some addresses: an illegal character in a
/// path, query or fragment made them percent-encode each `%` of that part again, and international
/// hosts were percent-encoded. Both lead nowhere.
enum AddressRepair {
  /// The address as it was meant, in the standard's spelling; nil where nothing is wrong, or it can't be
  /// told for sure.
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

  /// The part before it was encoded once too often. It was for sure where an escaped `%` with two
  /// digits behind it stands beside the escape of an illegal character, and nothing else is escaped:
  /// whoever encodes by hand also encodes what is legal.
  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    var hasEncodedEscape = false
    var hasIllegal = false
    var index = part.startIndex
    while let mark = part[index...].firstIndex(of: UInt8(ascii: "%")) {
      guard let byte = ASCII.escapedByte(at: mark, in: part),
        // They wrote upper case only.
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
