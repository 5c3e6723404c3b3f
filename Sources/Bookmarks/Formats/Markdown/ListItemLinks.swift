import Foundation
import Markup

/// Picks the entries among the links of a list item's paragraph. Most items have one entry: the
/// link at the start. Further links are other addresses of the same project, such as `[Foo](…)
/// [[source](…)] ([demo](…)) — about`, or belong to the entry's description.
///
/// A list item may also enumerate entries: `[A](…), [B](…) and [C](…)`, or `Tutorials: [A](…),
/// [B](…)`.
struct ListItemLinks {
  /// The links that are entries of the list.
  private(set) var entries: [MarkdownNode] = []

  /// The first addresses of entries.
  private var addresses: [ProjectAddress] = []
  /// The most addresses to compare. A project has few, but a hostile list has many.
  private static let comparisonLimit = 8
  /// The text since the last link.
  private var gap = ""
  /// The number of open brackets in the text.
  private var brackets = 0
  /// The number of open brackets at the first link.
  private var bracketsOfFirst = 0
  private var textBefore = ""
  /// Whether the following links belong to the entry's description.
  private var isInDescription = false

  /// - Parameter paragraph: a paragraph of a list item.
  init(paragraph: MarkdownNode) {
    read(childrenOf: paragraph)
  }

  private mutating func read(childrenOf node: MarkdownNode) {
    var child = node.firstChild
    while let node = child {
      child = node.next
      switch node.kind {
      case .link: add(node)
      case .text, .inlineCode: add(node.text)
      case .softBreak, .lineBreak: add(" ")
      case .emphasis, .strong: read(childrenOf: node)
      default: break
      }
    }
  }

  private mutating func add(_ text: String) {
    gap += text
    for byte in text.utf8 {
      if "([{".utf8.contains(byte) { brackets += 1 }
      if ")]}".utf8.contains(byte), brackets > 0 { brackets -= 1 }
    }
  }

  private mutating func add(_ link: MarkdownNode) {
    // A linked picture is a badge, and an address within the text isn't a page.
    guard !link.linkText.allSatisfy(\.isWhitespace), !link.address.hasPrefix("#") else { return }
    defer { gap = "" }
    let address = ProjectAddress(link.address, title: link.linkText)
    if entries.isEmpty {
      bracketsOfFirst = brackets
      textBefore = gap
    } else {
      // Links in brackets belong to the entry before them.
      if brackets > bracketsOfFirst { return }
      if isFirstAtStart { isInDescription = isInDescription || Self.describes(gap) }
      if isInDescription || isFirstAtStart && !Self.hasSeparator(gap) { return }
      if addresses.contains(where: address.isSameProject) { return }
    }
    entries.append(link)
    if addresses.count < Self.comparisonLimit { addresses.append(address) }
  }

  /// Whether the item begins with its first link, except for a check box or an emoji.
  private var isFirstAtStart: Bool {
    !textBefore.drop { $0 == "[" }.contains { $0.isLetter && $0 != "x" && $0 != "X" }
  }

  /// Whether a text between two links has words of its own, rather than joining the links.
  private static func describes(_ gap: String) -> Bool {
    let words = gap.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "&" }
    return words.count > 1 || words.contains { !["and", "or", "&"].contains($0) }
      || MarkdownTail.isDescription(gap)
  }

  /// Whether more than white space separates two links.
  private static func hasSeparator(_ gap: String) -> Bool {
    gap.contains { ",;/|·•、，；+&".contains($0) || $0.isLetter }
  }
}

/// The parts of an address that identify a project.
struct ProjectAddress {
  private let host: String
  /// The words in the host and the path, in lower case.
  private let labels: Set<String>
  private let pathName: String?
  private let title: String

  init(_ address: String, title: String) {
    let url = WebAddress(address)?.url
    host = (url?.host() ?? "").lowercased()
    let path = (url?.path() ?? "").split(separator: "/")
    pathName = path.last.map { Self.name($0) }.flatMap { $0.count > 1 ? $0 : nil }
    // The last label is the kind of organization or a country.
    labels = Set(
      host.split(separator: ".").dropLast().map { Self.name($0) }.filter { $0.count > 2 })
    self.title = Self.name(title[...])
  }

  /// Whether an address belongs to the same project: to its repository, package, documentation or
  /// home page. Two pages on one site are different projects.
  func isSameProject(_ other: ProjectAddress) -> Bool {
    if host == other.host { return false }
    if host.hasSuffix(".\(other.host)") || other.host.hasSuffix(".\(host)") { return true }
    if let name = pathName, other.labels.contains(name) { return true }
    if let name = other.pathName, labels.contains(name) { return true }
    // The last part of the path may also be a common word, such as `blog`.
    guard let name = pathName, name == other.pathName else { return false }
    return [title, other.title].contains {
      $0.contains(name) || $0.count > 2 && name.contains($0)
    }
  }

  /// Returns the letters and digits of a name, because `foo-bar`, `foo_bar` and `FooBar` are one
  /// project.
  private static func name(_ text: Substring) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
