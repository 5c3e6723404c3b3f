import LinkFetching
import LinkPreview

/// The address of a proxy in the settings, which may contain a user name and a password.
struct ProxyAddress: Equatable, Sendable {
  /// The whole address. Never shown.
  let text: String

  /// Returns nil if the text isn't the address of a proxy.
  init?(_ text: String) {
    guard ProxyServer(text) != nil else { return nil }
    self.text = text
  }

  /// The address with stars for the user name and the password.
  var displayText: String {
    // The last @ ends the login, because a password may contain one too.
    guard let at = text.lastIndex(of: "@") else { return text }
    let scheme = text.firstRange(of: "://").map { text[..<$0.upperBound] } ?? ""
    return "\(scheme)***\(text[at...])"
  }
}
