import Foundation
import Markup

/// Collects the entries of an RSS or Atom feed with their content.
///
/// Feeds are read leniently, because many aren't well-formed XML.
final class FeedEntryReader: XMLEvents {
  static func entries(in feed: Data, charset: String?) -> [FeedEntry] {
    let reader = FeedEntryReader()
    let parser = LenientXMLParser(events: reader)
    let encoding = EncodingSniffer.encoding(of: feed, transportLabel: charset)
    parser.parse(StreamingDecoder(encoding: encoding).decode(feed, atEnd: true))
    parser.finish()
    return reader.entries
  }

  private enum Field { case title, address, content, summary }
  /// What the text of an element is (RFC 4287, section 3.1). RSS always has HTML.
  private enum Form { case text, html, xhtml }

  private var entries: [FeedEntry] = []
  private var entry: FeedEntry?
  private var summary: String?
  private var depth = 0
  private var entryDepth = 0
  private var isAtom = false
  /// The prefix of the outermost element, as in `atom:feed`.
  private var prefix = ""

  private var field: Field?
  private var fieldDepth = 0
  private var form = Form.text
  private var text = ""

  var wantsText: Bool { field != nil }

  func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    depth += 1
    if field != nil { return startMarkup(name, attributes) }
    if depth == 1 {
      isAtom = Self.localName(name) == "feed"
      if isAtom { prefix = String(name.dropLast("feed".count)) }
    }
    let name = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    if name == "item" || name == "entry", entry == nil {
      (entry, summary, entryDepth) = (FeedEntry(), nil, depth)
    } else if depth == entryDepth + 1, entry != nil {
      startField(name, attributes)
    }
  }

  func elementEnded(_ name: String) {
    if field != nil, depth == fieldDepth {
      endField()
    } else if field != nil, form == .xhtml {
      text += "</\(Self.localName(name))>"
    } else if var entry, depth == entryDepth {
      entry.content = entry.content ?? summary
      entries.append(entry)
      self.entry = nil
    }
    depth -= 1
  }

  func textRead(_ text: String) {
    if form == .xhtml { self.text += MarkupEscape.text(text) } else { self.text += text }
  }

  private func startField(_ name: String, _ attributes: Attributes) {
    switch name {
    case "title": open(.title, attributes)
    case "link":
      // The link to the entry's page (RFC 4287, section 4.2.7.2).
      guard ["alternate", nil].contains(attributes["rel"]), entry?.address == nil else { return }
      if let address = attributes["href"] {
        entry?.address = address
      } else {
        open(.address, attributes)
      }
    case "content", "content:encoded": open(.content, attributes)
    case "description", "summary": open(.summary, attributes)
    default: break
    }
  }

  private func open(_ field: Field, _ attributes: Attributes) {
    (self.field, fieldDepth, text) = (field, depth, "")
    let type = attributes["type"] ?? ""
    form = type.contains("xhtml") ? .xhtml : !isAtom || type.contains("html") ? .html : .text
  }

  /// Writes the markup of XHTML again.
  private func startMarkup(_ name: String, _ attributes: Attributes) {
    guard form == .xhtml else { return }
    text += "<\(Self.localName(name))"
    for attribute in attributes.all {
      text += " \(attribute.name)=\"\(MarkupEscape.attribute(attribute.value))\""
    }
    text += ">"
  }

  private static func localName(_ name: String) -> Substring {
    name.split(separator: ":").last ?? Substring(name)
  }

  private func endField() {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    defer { (field, self.text) = (nil, "") }
    guard !text.isEmpty else { return }
    let isText = form == .text
    switch field {
    case .title: if entry?.title == nil { entry?.title = text }
    case .address: entry?.address = text
    case .content: entry?.content = isText ? FeedEntry.html(ofText: text) : text
    case .summary: summary = isText ? FeedEntry.html(ofText: text) : text
    case nil: break
    }
  }
}
