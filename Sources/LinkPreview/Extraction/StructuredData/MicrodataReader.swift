import Markup

/// Builds microdata items (https://html.spec.whatwg.org/multipage/microdata.html) from parser
/// events. They have the shape of JSON-LD, so that one reader understands both.
struct MicrodataReader {
  /// The complete items that aren't a property of another item.
  private(set) var items: [JSONValue] = []

  private var openItems: [OpenItem] = []
  private var openTexts: [OpenText] = []
  private var count = 0

  /// The maximum number of items to read. Shops mark up thousands, but the page's own item is among
  /// the first.
  private static let itemLimit = 500

  private struct OpenItem {
    var depth: Int
    var properties: [String]
    var members: JSONObject
  }

  private struct OpenText {
    var depth: Int
    var properties: [String]
    var text = ""
  }

  var isOutsideItems: Bool { openItems.isEmpty }

  /// Whether text is part of a property.
  var wantsText: Bool { !openTexts.isEmpty }

  mutating func textRead(_ text: String) {
    for index in openTexts.indices where openTexts[index].text.utf8.count < 1_000 {
      openTexts[index].text += text
    }
  }

  /// Reads the start tag of an element that may be annotated.
  mutating func elementStarted(_ element: ElementName, _ attributes: Attributes, depth: Int) {
    let properties = (attributes["itemprop"] ?? "").words
    if attributes.has("itemscope"), count < Self.itemLimit {
      count += 1
      var members = JSONObject()
      let types = (attributes["itemtype"] ?? "").words
      members["@type"] = .array(types.map { .string($0) })
      members["@id"] = attributes["itemid"].map { .string($0) }
      openItems.append(OpenItem(depth: depth, properties: properties, members: members))
    } else if !properties.isEmpty, !openItems.isEmpty {
      if let value = Self.value(of: element, attributes: attributes) {
        add(.string(value), to: properties)
      } else if openTexts.count < 16 {
        openTexts.append(OpenText(depth: depth, properties: properties))
      }
    }
  }

  mutating func elementEnded(depth: Int) {
    if let last = openTexts.indices.last, openTexts[last].depth == depth {
      let open = openTexts.removeLast()
      if let text = PlainText.folded(open.text) { add(.string(text), to: open.properties) }
    }
    if let last = openItems.indices.last, openItems[last].depth == depth {
      let open = openItems.removeLast()
      if open.properties.isEmpty || openItems.isEmpty {
        items.append(.object(open.members))
      } else {
        add(.object(open.members), to: open.properties)
      }
    }
  }

  private mutating func add(_ value: JSONValue, to properties: [String]) {
    guard let last = openItems.indices.last else { return }
    for property in properties {
      let known = openItems[last].members[property]?.elements ?? []
      if known.count < 16 { openItems[last].members[property] = .array(known + [value]) }
    }
  }

  /// Returns an element's value if it's in an attribute, or nil if it's in the element's text.
  private static func value(of element: ElementName, attributes: Attributes) -> String? {
    if let content = attributes["content"] { return content }
    switch element {
    case .a, .area, .link: return attributes["href"]
    case .img, .audio, .embed, .iframe, .source, .track, .video: return attributes["src"]
    case .object: return attributes["data"]
    case .data, .meter: return attributes["value"]
    case .time: return attributes["datetime"]
    case .meta: return ""
    default: return nil
    }
  }
}
