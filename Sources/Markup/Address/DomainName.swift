import CDomainName
import Foundation

/// "Domain to ASCII" of the URL Standard (https://url.spec.whatwg.org/#concept-domain-to-ascii): UTS #46
/// without its checks of hyphens, lengths and ASCII, then Punycode.
///
/// The work is done by ICU, as in Chromium and WebKit. Swift for Linux brings it along, so nothing is
/// to be installed, and its tables are read when the first international name comes by, not at the
/// start. libidn2 refuses names that browsers take, and tables of our own would be out of date with
/// each Unicode.
enum DomainName {
  /// - Returns: nil for a name that can't be one.
  static func ascii(_ domain: String) -> [UInt8]? {
    #if os(Linux)
      converted(domain, by: domain_name_to_ascii)
    #else
      // Darwin keeps its ICU to itself, and lets URL use it. URL also checks hyphens and lengths.
      URL(string: "https://\(domain)/")?.host(percentEncoded: true).flatMap { host in
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
        return isASCII ? Array(host.lowercased().utf8) : nil
      }
    #endif
  }

  /// A host as people read it: its letters in place of Punycode, without `www.`; nil for none.
  static func display(_ host: String) -> String? {
    let host = host.lowercased()
    let letters = host.utf8.hasPunycode ? converted(host, by: domain_name_to_unicode) : nil
    // What is percent-encoded in a host may be a control character.
    let shown = PlainText.folded(letters.map { String(decoding: $0, as: UTF8.self) } ?? host)
    return shown.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
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
