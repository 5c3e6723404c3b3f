/// A URL record of the URL Standard (https://url.spec.whatwg.org/#concept-url) for http or https,
/// stored as the bytes of its serialization and the offsets of its components. All bytes are ASCII.
struct URLRecord {
  var bytes: [UInt8] = []
  var isSecure = false
  /// The start of the host, after the user name and the password.
  private(set) var hostStart = 0
  private(set) var hostEnd = 0
  private(set) var pathStart = 0
  /// The position of the `?`, or the end of the path if there's none.
  private(set) var queryStart = 0
  /// The position of the `#`, or the end of the address if there's none.
  private(set) var fragmentStart = 0

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var host: ArraySlice<UInt8> { bytes[hostStart..<hostEnd] }
  /// From the scheme through the port.
  var origin: ArraySlice<UInt8> { bytes[..<pathStart] }
  var path: ArraySlice<UInt8> { bytes[pathStart..<queryStart] }
  /// The query with its `?`; empty if there's none.
  var query: ArraySlice<UInt8> { bytes[queryStart..<fragmentStart] }
  /// The fragment with its `#`; empty if there's none.
  var fragment: ArraySlice<UInt8> { bytes[fragmentStart...] }
  /// The port in decimal digits; empty for the default port of the scheme.
  var port: ArraySlice<UInt8> { bytes[hostEnd..<pathStart].dropFirst() }

  // MARK: - Appending, from left to right

  mutating func beginAuthority() {
    bytes += isSecure ? Self.secureScheme : Self.plainScheme
    hostStart = bytes.count
  }

  mutating func endCredentials() {
    // Without a user name and a password, the `@` is dropped.
    guard bytes.count > hostStart else { return }
    append(UInt8(ascii: "@"))
    hostStart = bytes.count
  }

  mutating func appendHost(_ host: some Sequence<UInt8>) {
    bytes += host
    hostEnd = bytes.count
  }

  mutating func appendPort(_ port: Int) {
    guard port != (isSecure ? 443 : 80) else { return }
    bytes += ":\(port)".utf8
  }

  mutating func beginPath() {
    if pathStart == 0 { pathStart = bytes.count }
    endPath()
  }

  /// - Returns: the start of the segment, after its slash.
  mutating func appendSegment(_ segment: ArraySlice<UInt8>) -> Int {
    append(UInt8(ascii: "/"))
    let start = bytes.count
    append(segment, encoding: .path)
    endPath()
    return start
  }

  mutating func removeSegment(at start: Int) {
    bytes.removeSubrange((start - 1)...)
    endPath()
  }

  /// "Shorten a URL's path": removes the last segment.
  mutating func shortenPath() {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return }
    bytes.removeSubrange(slash...)
    endPath()
  }

  mutating func appendQuery(_ query: ArraySlice<UInt8>) {
    append(UInt8(ascii: "?"))
    append(query, encoding: .specialQuery)
    fragmentStart = bytes.count
  }

  mutating func appendFragment(_ fragment: ArraySlice<UInt8>) {
    append(UInt8(ascii: "#"))
    append(fragment, encoding: .fragment)
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ part: ArraySlice<UInt8>, encoding set: PercentEncodeSet) {
    guard part.contains(where: set.contains) else {
      bytes += part
      return
    }
    for byte in part {
      if set.contains(byte) { bytes.append(percentEncoding: byte) } else { bytes.append(byte) }
    }
  }

  private mutating func endPath() {
    queryStart = bytes.count
    fragmentStart = bytes.count
  }

  // MARK: - Copying from the base

  mutating func copyAuthority(of base: URLRecord) {
    bytes += base.origin
    hostStart = base.hostStart
    hostEnd = base.hostEnd
    pathStart = base.pathStart
  }

  mutating func copyPath(of base: URLRecord) {
    bytes += base.path
    endPath()
  }

  mutating func copyQuery(of base: URLRecord) {
    bytes += base.query
    fragmentStart = bytes.count
  }

  private static let plainScheme = Array("http://".utf8)
  private static let secureScheme = Array("https://".utf8)
}
