import Markup

/// Builds the items of microdata (https://html.spec.whatwg.org/multipage/microdata.html) as the
/// parser passes them, in the shape of JSON-LD, so that both are understood by one reader.
final class MicrodataReader {
  /// The items that are no property of another, complete ones only.
  private(set) var items: [JSONValue] = []

  private var depth = 0
  private var openItems: [OpenItem] = []
  private var openTexts: [OpenText] = []
  private var count = 0

  /// Items a page may have; shops mark up thousands, none of them after these is the page's own.
  private static let itemLimit = 500

  private struct OpenItem {
    var depth: Int
    var properties: [String]
    var members: [String: JSONValue]
  }

  private struct OpenText {
    var depth: Int
    var properties: [String]
    var text = ""
  }

  var isOutsideItems: Bool { openItems.isEmpty }

  /// Whether text is part of a property.
  var wantsText: Bool { !openTexts.isEmpty }

  func textRead(_ text: String) {
    for index in openTexts.indices where openTexts[index].text.utf8.count < 1_000 {
      openTexts[index].text += text
    }
  }

  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) {
    depth += 1
    guard attributes.mayAnnotate else { return }
    let properties = (attributes["itemprop"] ?? "").split(whereSeparator: \.isWhitespace).map(
      String.init)
    if attributes.has("itemscope"), count < Self.itemLimit {
      count += 1
      var members: [String: JSONValue] = [:]
      let types = (attributes["itemtype"] ?? "").split(whereSeparator: \.isWhitespace)
      members["@type"] = .array(types.map { .string(String($0)) })
      members["@id"] = attributes["itemid"].map { .string($0) }
      openItems.append(OpenItem(depth: depth, properties: properties, members: members))
    } else if !properties.isEmpty, !openItems.isEmpty {
      if let value = Self.value(of: name, attributes: attributes) {
        add(.string(value), to: properties)
      } else if openTexts.count < 16 {
        openTexts.append(OpenText(depth: depth, properties: properties))
      }
    }
  }

  func elementEnded() {
    if let open = openTexts.last, open.depth == depth {
      openTexts.removeLast()
      if let text = PlainText.folded(open.text) { add(.string(text), to: open.properties) }
    }
    if let open = openItems.last, open.depth == depth {
      openItems.removeLast()
      if open.properties.isEmpty || openItems.isEmpty {
        items.append(.object(open.members))
      } else {
        add(.object(open.members), to: open.properties)
      }
    }
    depth = max(0, depth - 1)
  }

  private func add(_ value: JSONValue, to properties: [String]) {
    guard let last = openItems.indices.last else { return }
    for property in properties {
      let known = openItems[last].members[property]?.elements ?? []
      if known.count < 16 { openItems[last].members[property] = .array(known + [value]) }
    }
  }

  /// The value that an element has in an attribute; nil for one that has it in its text.
  private static func value(of name: MarkupName, attributes: MarkupAttributes) -> String? {
    if let content = attributes["content"] { return content }
    switch name {
    case "a", "area", "link": return attributes["href"]
    case "img", "audio", "embed", "iframe", "source", "track", "video": return attributes["src"]
    case "object": return attributes["data"]
    case "data", "meter": return attributes["value"]
    case "time": return attributes["datetime"]
    case "meta": return ""
    default: return nil
    }
  }
}
