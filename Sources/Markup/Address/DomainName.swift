import CDomainName
import Foundation

/// Converts international domain names by "Domain to ASCII" of the URL Standard
/// (https://url.spec.whatwg.org/#concept-domain-to-ascii): UTS #46 without its checks of hyphens,
/// lengths and ASCII, then Punycode.
///
/// Uses ICU, as Chromium and WebKit do. macOS and Swift for Linux have it, so there's nothing to
/// install, and its tables are loaded with the first international name, not at launch. libidn2
/// rejects names that browsers accept, and tables of our own would be out of date with each Unicode
/// version.
enum DomainName {
  /// Converts a domain to ASCII.
  /// - Returns: nil if the name isn't valid.
  static func ascii(_ domain: String) -> [UInt8]? {
    converted(domain, by: domain_name_to_ascii)
  }

  /// Returns a host as people read it: in lower case, with its letters instead of Punycode, and
  /// without `www.`. Returns nil for an empty host.
  static func display(_ host: String) -> String? {
    let host = host.lowercased()
    let letters = host.utf8.hasPunycode ? converted(host, by: domain_name_to_unicode) : nil
    // A percent-encoded host may contain control characters.
    let text = PlainText.folded(letters.map { String(decoding: $0, as: UTF8.self) } ?? host)
    return text.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
  }

  private typealias Conversion = (
    UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32
  ) -> Int32

  private static func converted(_ domain: String, by convert: Conversion) -> [UInt8]? {
    let name = domain.utf8.map(CChar.init(bitPattern:))
    var result = [CChar](repeating: 0, count: 256)
    var length = Int(convert(name, Int32(name.count), &result, Int32(result.count)))
    if length > result.count {
      result = [CChar](repeating: 0, count: length)
      length = Int(convert(name, Int32(name.count), &result, Int32(result.count)))
    }
    return length < 0 ? nil : result.prefix(length).map(UInt8.init(bitPattern:))
  }
}

extension String.UTF8View {
  fileprivate var hasPunycode: Bool {
    var start = startIndex
    while let mark = self[start...].firstIndex(of: UInt8(ascii: "x")) {
      if self[mark...].starts(with: "xn--".utf8) { return true }
      start = index(after: mark)
    }
    return false
  }
}
