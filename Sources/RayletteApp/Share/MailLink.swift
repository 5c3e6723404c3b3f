import Markup
public import Foundation
public import LinkPreview

/// A message about a link, begun in the person's mail program: a `mailto` address (RFC 6068) with
/// subject and text, and nobody to send it to yet.
public struct MailLink: Hashable, Sendable {
  public let url: URL

  /// Nil only where no address can be made of the text.
  public init?(_ link: LinkMetadata) {
    let address = link.address.text
    // Lines end in CRLF there (RFC 6068, section 5).
    let text = SharedText([link]).titlesAndAddresses.replacing("\n", with: "\r\n")
    let subject = Self.encoded(link.name ?? address)
    guard let url = URL(string: "mailto:?subject=\(subject)&body=\(Self.encoded(text))") else {
      return nil
    }
    self.url = url
  }

  /// All but what is never special; a space as %20, since + stands for itself in such addresses.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
