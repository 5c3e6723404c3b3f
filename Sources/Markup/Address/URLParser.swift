/// The basic URL parser of the URL Standard
/// (https://url.spec.whatwg.org/#concept-basic-url-parser), for http and https only. Its methods
/// are named after the standard's states.
///
/// Only these two schemes are web addresses. Both are special and have a host, so each state has at
/// most one successor, and the state machine is a plain sequence.
struct URLParser {
  private let input: ArraySlice<UInt8>
  private var position: Int
  private var record = URLRecord()

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - base: the base URL of a relative address.
  /// - Returns: nil where the standard returns failure, and for other schemes.
  static func parse(_ text: String, base: URLRecord? = nil) -> URLRecord? {
    var parser = URLParser(text)
    return parser.parse(base: base) ? parser.record : nil
  }

  private init(_ text: String) {
    var bytes = Array(text.utf8)
    // The standard removes tabs and line breaks anywhere. Most addresses have none.
    if bytes.contains(where: Self.isTabOrNewline) { bytes.removeAll(where: Self.isTabOrNewline) }
    let isPadding = { (byte: UInt8) in byte <= 0x20 }
    let start = bytes.firstIndex { !isPadding($0) } ?? bytes.endIndex
    let end = bytes[start...].lastIndex { !isPadding($0) }.map { $0 + 1 } ?? start
    input = bytes[start..<end]
    position = start
    record.bytes.reserveCapacity(input.count + 8)
  }

  private mutating func parse(base: URLRecord?) -> Bool {
    guard let scheme = schemeState() else {
      guard let base else { return false }
      return relativeState(base)
    }
    guard scheme == "http" || scheme == "https" else { return false }
    record.isSecure = scheme == "https"
    if let base, base.isSecure == record.isSecure,
      !input[position...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
    {
      return relativeState(base)
    }
    return specialAuthorityIgnoreSlashesState()
  }

  /// The "scheme start state" and "scheme state".
  /// - Returns: the scheme in lower case; nil for a relative address.
  private mutating func schemeState() -> String? {
    guard let first = input.first, first.isASCIILetter,
      let end = input.firstIndex(where: { !$0.isASCIIAlphanumeric && !"+-.".utf8.contains($0) }),
      input[end] == UInt8(ascii: ":")
    else { return nil }
    position = end + 1
    return String(decoding: input[..<end].map(\.asciiLowercased), as: UTF8.self)
  }

  // MARK: - Relative addresses

  private mutating func relativeState(_ base: URLRecord) -> Bool {
    record.isSecure = base.isSecure
    if isSlash(at: position) {
      if isSlash(at: position + 1) { return specialAuthorityIgnoreSlashesState() }
      record.copyAuthority(of: base)
      pathState()
      return true
    }
    record.copyAuthority(of: base)
    record.copyPath(of: base)
    switch position < input.endIndex ? input[position] : nil {
    case nil: record.copyQuery(of: base)
    case UInt8(ascii: "?"): queryState()
    case UInt8(ascii: "#"):
      record.copyQuery(of: base)
      fragmentState()
    default:
      record.shortenPath()
      pathState()
    }
    return true
  }

  // MARK: - Absolute addresses

  private mutating func specialAuthorityIgnoreSlashesState() -> Bool {
    while isSlash(at: position) { position += 1 }
    let end = input[position...].firstIndex(where: Self.endsAuthority) ?? input.endIndex
    guard authorityState(input[position..<end]) else { return false }
    position = end
    pathState()
    return true
  }

  private mutating func authorityState(_ authority: ArraySlice<UInt8>) -> Bool {
    record.beginAuthority()
    var host = authority
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      host = authority[(at + 1)...]
      let credentials = authority[..<at]
      let colon = credentials.firstIndex(of: UInt8(ascii: ":")) ?? at
      record.append(credentials[..<colon], encoding: .userinfo)
      let password = credentials[colon...].dropFirst()
      if !password.isEmpty {
        record.append(UInt8(ascii: ":"))
        record.append(password, encoding: .userinfo)
      }
      record.endCredentials()
    }
    return hostState(host)
  }

  private mutating func hostState(_ authority: ArraySlice<UInt8>) -> Bool {
    var isInsideBrackets = false
    let colon = authority.firstIndex { byte in
      if byte == UInt8(ascii: "[") { isInsideBrackets = true }
      if byte == UInt8(ascii: "]") { isInsideBrackets = false }
      return byte == UInt8(ascii: ":") && !isInsideBrackets
    }
    guard let host = HostParser.parse(authority[..<(colon ?? authority.endIndex)]) else {
      return false
    }
    record.appendHost(host)
    return colon.map { portState(authority[($0 + 1)...]) } ?? true
  }

  private mutating func portState(_ digits: ArraySlice<UInt8>) -> Bool {
    var port = 0
    for digit in digits {
      guard digit.isASCIIDigit else { return false }
      port = port * 10 + Int(digit - UInt8(ascii: "0"))
      guard port <= UInt16.max else { return false }
    }
    if !digits.isEmpty { record.appendPort(port) }
    return true
  }

  // MARK: - After the authority

  /// The "path start state" and "path state".
  private mutating func pathState() {
    record.beginPath()
    if isSlash(at: position) { position += 1 }
    while true {
      let end = input[position...].firstIndex(where: Self.endsAuthority) ?? input.endIndex
      let isLast = !isSlash(at: end)
      let start = record.appendSegment(input[position..<end])
      switch record.bytes[start...] {
      case let segment where ASCII.isDoubleDot(segment):
        record.removeSegment(at: start)
        record.shortenPath()
        if isLast { _ = record.appendSegment([]) }
      case let segment where ASCII.isSingleDot(segment):
        record.removeSegment(at: start)
        if isLast { _ = record.appendSegment([]) }
      default: break
      }
      position = end
      if isLast { break }
      position += 1
    }
    if position < input.endIndex, input[position] == UInt8(ascii: "?") {
      queryState()
    } else {
      fragmentState()
    }
  }

  private mutating func queryState() {
    let end = input[position...].firstIndex(of: UInt8(ascii: "#")) ?? input.endIndex
    record.appendQuery(input[position..<end].dropFirst())
    position = end
    fragmentState()
  }

  private mutating func fragmentState() {
    guard position < input.endIndex else { return }
    record.appendFragment(input[position...].dropFirst())
  }

  /// Whether a byte separates path segments. In http and https, a backslash does so too.
  private func isSlash(at index: Int) -> Bool {
    index < input.endIndex
      && (input[index] == UInt8(ascii: "/") || input[index] == UInt8(ascii: "\\"))
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: false
    }
  }

  private static func isTabOrNewline(_ byte: UInt8) -> Bool {
    byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

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

/// The bytes that a URL component percent-encodes
/// (https://url.spec.whatwg.org/#percent-encoded-bytes). No set contains `%`, so that existing
/// percent-encoding stays unchanged.
package struct PercentEncodeSet: Sendable {
  /// One bit per ASCII byte. All other bytes are in every set.
  private let low: UInt64
  private let high: UInt64

  private init(_ base: PercentEncodeSet?, _ characters: String) {
    // The C0 control percent-encode set: control characters and everything outside ASCII.
    var (low, high) = (base?.low ?? 0xFFFF_FFFF, base?.high ?? 1 << 63)
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  package func contains(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
  }

  static let fragment = PercentEncodeSet(nil, " \"<>`")
  private static let query = PercentEncodeSet(nil, " \"#<>")
  static let specialQuery = PercentEncodeSet(query, "'")
  static let path = PercentEncodeSet(query, "?^`{}")
  static let userinfo = PercentEncodeSet(path, "/:;=@[\\]|")
  /// The characters that RFC 3986 (appendix A) allows nowhere. The URL Standard leaves some of them
  /// unencoded.
  package static let notInRFC3986 = PercentEncodeSet(nil, " \"<>[\\]^`{|}")
}
