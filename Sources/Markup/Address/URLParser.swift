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
    guard let first = input.first, ASCII.isLetter(first),
      let end = input.firstIndex(where: { !ASCII.isSchemeByte($0) }),
      input[end] == UInt8(ascii: ":")
    else { return nil }
    position = end + 1
    return String(decoding: input[..<end].map(ASCII.lowercased), as: UTF8.self)
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
      guard ASCII.isDigit(digit) else { return false }
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
