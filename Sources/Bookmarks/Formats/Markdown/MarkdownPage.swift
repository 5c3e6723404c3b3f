import Markup

/// The page that a Markdown file is about, as its front matter says: a clipping of Obsidian, a post of
/// a link blog, or one of the files that this program exports with their texts.
struct MarkdownPage {
  let draft: BookmarkDraft
  /// Whether the file is an export of this program, whose text is the page's.
  let isOurs: Bool

  /// - Parameter body: the text after the front matter.
  /// - Returns: nil if the front matter names no page.
  init?(_ matter: FrontMatter, body: [UInt8]) {
    let addresses = ["source", "url", "link"].lazy.compactMap { matter.first($0) }
    guard let address = addresses.first(where: { WebAddress($0) != nil }) else { return nil }
    isOurs = matter.first("raylette") != nil
    var draft = BookmarkDraft(address: address, title: matter.title)
    draft.tags = matter.all("tags").flatMap(TagList.tags).map { String($0.drop { $0 == "#" }) }
    draft.summary = matter.first("description")
    draft.savedAt = matter.first(isOurs ? "date" : "created").flatMap(BookmarkDate.date)
    // Without a kept text, only the note follows.
    if isOurs, matter.first("kept") == nil { draft.note = String(decoding: body, as: UTF8.self) }
    self.draft = draft
  }
}
