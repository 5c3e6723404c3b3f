import Foundation
import Markup

/// The address of a git repository, as a person typed it.
///
/// Supports only some of the forms that git does, because others run programs, such as `ext::sh -c
/// …`.
package struct SyncAddress: Hashable, Sendable {
  enum Transport: Hashable, Sendable {
    /// https and http.
    case web
    /// `ssh://…` and `user@host:path`.
    case ssh
    /// A repository on this computer, or on a disk it has mounted.
    case path
  }

  let transport: Transport
  /// The address in git's arguments. On the web, it has neither a password nor a user name, which can
  /// be an access token, because everybody on this computer can see the arguments of a process.
  let location: String
  /// The address in messages.
  let displayName: String
  /// The name of the host in messages; empty for a path.
  let host: String
  /// The user name of a web address, and the password if there's one.
  let login: SyncLogin?

  /// - Parameters:
  ///   - folder: the folder that relative paths start from.
  ///   - home: the folder that `~` stands for.
  package init(
    _ text: String, in folder: String = FileManager.default.currentDirectoryPath,
    home: String = NSHomeDirectory()
  ) throws(SyncRemoteError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, !text.hasPrefix("-"), !text.unicodeScalars.contains(where: Self.isControl)
    else { throw .notAnAddress(text) }
    if let end = text.firstRange(of: "://"), Self.isScheme(text[..<end.lowerBound]) {
      try self.init(url: text, scheme: text[..<end.lowerBound].lowercased())
    } else if let path = Self.path(text, in: folder, home: home) {
      self.init(transport: .path, location: path, displayName: path, host: "", login: nil)
    } else {
      guard let host = Self.hostOfCopyAddress(text) else { throw .notAnAddress(text) }
      self.init(transport: .ssh, location: text, displayName: text, host: host, login: nil)
    }
  }

  private init(
    transport: Transport, location: String, displayName: String, host: String, login: SyncLogin?
  ) {
    (self.transport, self.location, self.displayName) = (transport, location, displayName)
    (self.host, self.login) = (host, login)
  }

  // MARK: - URLs

  private init(url text: String, scheme: String) throws(SyncRemoteError) {
    guard ["https", "http", "ssh"].contains(scheme) else { throw .wrongScheme(scheme) }
    guard var parts = URLComponents(string: text), let host = parts.host, Self.isHost(host),
      parts.user?.hasPrefix("-") != true
    else { throw .notAnAddress(Self.withoutLogin(text)) }
    parts.scheme = scheme
    let isWeb = scheme != "ssh"
    let login = isWeb ? SyncLogin(parts) : nil
    // ssh asks for passwords itself, or not at all.
    parts.password = nil
    if isWeb { parts.user = nil }
    guard let location = parts.string else { throw .notAnAddress(Self.withoutLogin(text)) }
    self.init(
      transport: isWeb ? .web : .ssh, location: location, displayName: location, host: host,
      login: login)
  }

  /// Removes a possible password from text that isn't a valid address.
  private static func withoutLogin(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@"), let start = text.firstRange(of: "://") else {
      return text
    }
    guard start.upperBound <= at else { return text }
    return String(text[..<start.upperBound] + text[text.index(after: at)...])
  }

  private static func isScheme(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { RemoteLayout.isPlain($0 | 0x20) || $0 == 0x2B }
  }

  // MARK: - Others

  private static func path(_ text: String, in folder: String, home: String) -> String? {
    if text == "~" || text.hasPrefix("~/") { return standardized(home + text.dropFirst()) }
    if text.hasPrefix("/") { return standardized(text) }
    let path = standardized("\(folder)/\(text)")
    if text == "." || text == ".." || text.hasPrefix("./") || text.hasPrefix("../") { return path }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? path : nil
  }

  private static func standardized(_ path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL
      .path(percentEncoded: false)
  }

  /// Returns the host of an address in the form of scp, `user@host:path`.
  private static func hostOfCopyAddress(_ text: String) -> String? {
    guard
      let match = text.wholeMatch(
        of: /(?:([A-Za-z0-9._][A-Za-z0-9._-]*)@)?([^:\/@]+|\[[^\/@\]]+\]):([^:].*)/)
    else { return nil }
    let host = String(match.2)
    // A single letter is a drive on Windows.
    return isHost(host) && (host.count > 1 || match.1 != nil) ? host : nil
  }

  /// Whether ssh can be given the text as a host. It would read a leading hyphen as an option.
  private static func isHost(_ host: String) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      return host.dropFirst().dropLast().utf8.allSatisfy {
        RemoteLayout.isPlain($0 | 0x20) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "%")
      }
    }
    // International names have letters of other scripts.
    return !host.isEmpty && !host.hasPrefix("-")
      && host.unicodeScalars.allSatisfy {
        !$0.isASCII || RemoteLayout.isPlain(UInt8($0.value) | 0x20) || $0 == "." || $0 == "_"
      }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { PlainText.isHidden(scalar) }
}

/// A user name, and a password if there's one.
struct SyncLogin: Hashable, Sendable {
  let user: String
  /// Nil if git's credential helpers know the password.
  let password: String?
  /// The origin of the address that the login is for: scheme, host and port.
  let origin: String

  /// Returns nil without a login, or if git's credential helpers couldn't read it.
  init?(_ url: URLComponents) {
    guard url.user != nil || url.password != nil, let scheme = url.scheme,
      let host = url.percentEncodedHost,
      !((url.password ?? "") + (url.user ?? "")).unicodeScalars.contains(where: PlainText.isHidden)
    else { return nil }
    password = url.password
    user = url.user ?? ""
    origin = "\(scheme)://\(host)\(url.port.map { ":\($0)" } ?? "")"
  }
}
