import Markup
import Foundation
public import LinkPreview

/// Formats links as text for pasting.
public struct SharedText: Sendable {
  private let links: [LinkMetadata]

  public init(_ links: [LinkMetadata]) { self.links = links }

  public func text(_ form: ShareActivity.CopyFormat) -> String {
    switch form {
    case .address: addresses
    case .markdown: markdown
    case .titleAndAddress: titlesAndAddresses
    }
  }

  /// The addresses, one per line.
  public var addresses: String { links.map(\.address.text).joined(separator: "\n") }

  /// A CommonMark link, or a list of links.
  public var markdown: String {
    let items = links.map(Self.markdown)
    return items.count == 1 ? items[0] : items.map { "- \($0)" }.joined(separator: "\n")
  }

  /// The title, and the address on its own line.
  public var titlesAndAddresses: String {
    links.map { link in
      [link.name, link.address.text].compactMap(\.self).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func markdown(_ link: LinkMetadata) -> String {
    let address = link.address.text
    guard let name = link.name else { return "<\(address)>" }
    let target = MarkdownTarget(address, avoidsParentheses: true)
    return "[\(MarkdownEscape.escaped(name, isInLink: true))](\(target.text))"
  }
}

extension LinkMetadata {
  /// The title to show, or nil if the page has none.
  var name: String? { title == nil ? nil : displayTitle }
}
