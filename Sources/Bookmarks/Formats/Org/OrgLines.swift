import Foundation
import Markup

/// Reads the links in an Org text (https://orgmode.org/manual/Hyperlinks.html): in brackets, in
/// angle brackets and bare, and in the `URL` property of a heading, whose title becomes the link's.
/// A link gets the tags of the heading above it. Skips comments, source blocks, verbatim text and
/// keywords.
struct OrgLines: LineFormat {
  private var heading = OrgHeading(title: "", tags: [])
  /// The link that the heading's properties describe, and its line.
  private var property: (draft: BookmarkDraft, line: Int)?
  private var date: Date?
  private var isInDrawer = false
  /// A line that ends inside a link.
  private var openLink: (text: String, line: Int)?
  /// The name of the open block, in which links don't count.
  private var block: String?

  mutating func read(
    _ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]
  ) {
    var text = String(decoding: line, as: UTF8.self)
    if let open = openLink {
      openLink = nil
      if text.hasPrefix("*") || text.allSatisfy(\.isWhitespace) {
        addLinks(in: open.text, open.line, into: &entries)
      } else {
        text = open.text + " " + text.trimmingCharacters(in: .whitespaces)
      }
    }
    let content = text.trimmingCharacters(in: .whitespaces)
    let name = content.lowercased()
    if let open = block {
      // A heading ends a block that was never closed.
      guard name == "#+end_\(open)" || OrgHeading(text) != nil else { return }
      block = nil
    }
    if let heading = OrgHeading(text) {
      endProperties(into: &entries)
      self.heading = heading
      addLinks(in: heading.title, number, into: &entries)
    } else if name == ":properties:" {
      isInDrawer = true
    } else if isInDrawer {
      if name == ":end:" { endProperties(into: &entries) } else { readProperty(content, number) }
    } else if name.hasPrefix("#+begin_") {
      let kind = name.dropFirst(8).prefix { !$0.isWhitespace }
      if ["src", "example", "comment", "export"].contains(kind) { block = String(kind) }
    } else if content != "#", !content.hasPrefix("# "), !content.hasPrefix("#+"),
      content != ":", !content.hasPrefix(": ")
    {
      // The link's title may continue on the next lines.
      if OrgText.endsInLink(text), text.utf8.count < 10_000 {
        openLink = (text, number)
      } else {
        addLinks(in: text, number, into: &entries)
      }
    }
  }

  mutating func finish(isWhole: Bool, into entries: inout [EntryReader.Entry]) {
    if let openLink { addLinks(in: openLink.text, openLink.line, into: &entries) }
    endProperties(into: &entries)
  }

  private mutating func readProperty(_ line: String, _ number: Int) {
    guard let match = line.wholeMatch(of: /:([^:\s]+):\s+(.+)/) else { return }
    switch match.1.lowercased() {
    case "url", "link", "source", "roam_refs":
      guard property == nil else { return }
      let address = match.2.firstMatch(of: /\[\[([^\]]+)\]/).map { String($0.1) }
      property = (
        BookmarkDraft(
          address: address ?? String(match.2), title: OrgText.plain(heading.title),
          tags: heading.tags), number
      )
    case "date", "created", "added", "date_added": date = OrgText.date(String(match.2))
    default: break
    }
  }

  private mutating func endProperties(into entries: inout [EntryReader.Entry]) {
    isInDrawer = false
    if var property, property.draft.address.contains(":") {
      property.draft.savedAt = date
      entries.append(property.draft.entry(line: property.line))
    }
    property = nil
    date = nil
  }

  private func addLinks(
    in text: String, _ number: Int, into entries: inout [EntryReader.Entry]
  ) {
    for link in OrgText.links(in: text) {
      let draft = BookmarkDraft(address: link.address, title: link.title, tags: heading.tags)
      entries.append(draft.entry(line: number))
    }
  }
}

/// A heading: `** title :tag:tag:`
private struct OrgHeading {
  var title: String
  var tags: [String]

  init(title: String, tags: [String]) {
    self.title = title
    self.tags = tags
  }

  init?(_ line: String) {
    guard line.hasPrefix("*") else { return nil }
    guard let match = line.wholeMatch(of: /\*+[ \t]+(.*?)(?:[ \t]+:((?:[\w@#%]+:)+))?[ \t]*/) else {
      return nil
    }
    title = Self.withoutState(match.1).replacing(/^\[#[A-Z]\][ \t]*/, with: "")
    tags = match.2.map { $0.split(separator: ":").map(String.init) } ?? []
  }

  /// Removes the word in capitals that gives the state of a task.
  private static func withoutState(_ title: Substring) -> String {
    let word = title.prefix { !$0.isWhitespace }
    guard word == word.uppercased(), states.contains(word.lowercased()) else {
      return String(title)
    }
    return String(title[word.endIndex...].drop(while: \.isWhitespace))
  }

  /// Org's own states, and the ones that many people add.
  private static let states: Set = ["todo", "done", "next", "waiting", "hold", "cancelled"]
}
