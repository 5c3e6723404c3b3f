import Markup
package import Foundation
package import LinkPreview
import Links

/// A draft of a message about a link: a `mailto` URL (RFC 6068) with subject and text, but without
/// a recipient.
package struct MailLink: Hashable, Sendable {
  package let url: URL

  /// Returns nil only if the text can't be made into a URL.
  package init?(_ link: LinkMetadata) {
    let address = link.address.text
    // Line breaks are CRLF in mailto URLs (RFC 6068, section 5).
    let text = SharedText([link]).titlesAndAddresses.replacing("\n", with: "\r\n")
    let subject = Self.encoded(link.name ?? address)
    guard let url = URL(string: "mailto:?subject=\(subject)&body=\(Self.encoded(text))") else {
      return nil
    }
    self.url = url
  }

  /// Percent-encodes everything but unreserved characters. A space becomes %20, because + stands
  /// for itself in mailto URLs.
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// The characters that never have a special meaning (RFC 3986, section 2.3).
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
