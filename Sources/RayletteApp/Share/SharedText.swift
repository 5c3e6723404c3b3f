import Markup
import Foundation
public import LinkPreview

/// Links as text to be pasted.
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

  /// One a line.
  public var addresses: String { links.map(\.address.text).joined(separator: "\n") }

  /// A link of CommonMark, or a list of them.
  public var markdown: String {
    let items = links.map(Self.markdown)
    return items.count == 1 ? items[0] : items.map { "- \($0)" }.joined(separator: "\n")
  }

  /// The title, and the address in a line of its own.
  public var titlesAndAddresses: String {
    links.map { link in
      [link.name, link.address.text].compactMap(\.self).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func markdown(_ link: LinkMetadata) -> String {
    let address = link.address.text
    guard let name = link.name else { return "<\(address)>" }
    // Not escaped in a destination, parentheses would end it; a reference would be resolved.
    let target = address.replacing(/&(?=#?[A-Za-z0-9]+;)/, with: "&amp;")
    let isPlain = !target.contains { "()".contains($0) }
    return "[\(escaped(name))](\(isPlain ? target : "<\(target)>"))"
  }

  /// What could be markup inside of a link's text gets a backslash
  /// (https://spec.commonmark.org/0.31.2/#backslash-escapes).
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { output, character in
      if #"\`*_[]<>&~|!"#.contains(character) { output.append("\\") }
      output.append(character)
    }
  }
}

extension LinkMetadata {
  /// The title to show; nil for a page that tells none.
  var name: String? { title == nil ? nil : displayTitle }
}
