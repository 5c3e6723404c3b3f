/// What a page says of itself, as it says it: the raw material of metadata.
final class PageFacts: HTMLEvents {
  /// `<meta>` contents by `property`, `name` or `itemprop` in lower case, in document order.
  private(set) var metas: [String: [String]] = [:]
  /// `<link>` elements in document order.
  private(set) var links: [Link] = []
  /// The text of `<title>`.
  private(set) var title: String?
  /// `<base href>`, against which the page's addresses are relative.
  private(set) var base: String?
  /// Whether `<head>` has ended, after which a page rarely tells more of itself.
  private(set) var headIsComplete = false

  private var openTitle: String?
  private var foreignDepth = 0

  struct Link: Hashable {
    var rels: Set<String>
    var address: String
    var type: String?
    var sizes: String?
  }

  /// The first content of the first of these keys that has any.
  func meta(_ keys: String...) -> String? {
    for key in keys {
      for content in metas[key] ?? [] where content.contains(where: { !$0.isWhitespace }) {
        return content
      }
    }
    return nil
  }

  var wantsText: Bool { openTitle != nil }

  func elementStarted(_ name: String, attributes: [String: String]) {
    switch name {
    case "meta": readMeta(attributes)
    case "link": readLink(attributes)
    case "base": base = base ?? attributes["href"]
    // A drawing has titles of its own, which are not the page's.
    case "svg", "math": foreignDepth += 1
    case "title" where title == nil && foreignDepth == 0: openTitle = ""
    case "body": headIsComplete = true
    default: break
    }
  }

  func elementEnded(_ name: String) {
    switch name {
    case "title":
      if let text = openTitle, text.contains(where: { !$0.isWhitespace }) { title = text }
      openTitle = nil
    case "svg", "math": foreignDepth = max(0, foreignDepth - 1)
    case "head": headIsComplete = true
    default: break
    }
  }

  func textRead(_ text: String) { openTitle?.append(text) }

  private func readMeta(_ attributes: [String: String]) {
    guard let content = attributes["content"] else { return }
    for attribute in ["property", "name", "itemprop"] {
      guard let value = attributes[attribute] else { continue }
      for key in value.lowercased().split(whereSeparator: \.isWhitespace) {
        metas[String(key), default: []].append(content)
      }
    }
  }

  private func readLink(_ attributes: [String: String]) {
    guard let address = attributes["href"], let rel = attributes["rel"] else { return }
    links.append(
      Link(
        rels: Set(rel.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)),
        address: address, type: attributes["type"], sizes: attributes["sizes"]?.lowercased()))
  }
}
