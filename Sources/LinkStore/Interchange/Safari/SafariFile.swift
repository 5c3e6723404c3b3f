import Foundation
import LinkPreview

/// Safari's `Bookmarks.plist`, a tree in a property list of XML or of bytes.
struct SafariFile: Decodable {
  private var children: [SafariNode]?

  private enum CodingKeys: String, CodingKey { case children = "Children" }

  static func entries(in bytes: [UInt8]) throws(BrokenContent) -> [EntryReader.Entry] {
    let root: SafariFile
    do {
      root = try PropertyListDecoder().decode(SafariFile.self, from: Data(bytes))
    } catch {
      throw BrokenContent(reason: "it is no whole property list")
    }
    guard let children = root.children else {
      throw BrokenContent(reason: "it is a property list, but not Safari's")
    }
    var entries: [EntryReader.Entry] = []
    for child in children { child.add(to: &entries, folders: [], isRoot: true) }
    return entries
  }
}

/// A bookmark or a folder. What is not as it should be reads as absent, so that it hides no other.
private struct SafariNode: Decodable {
  private var title: String?
  private var address: String?
  private var page: Page?
  private var readingList: ReadingList?
  private var children: [SafariNode]?

  private struct Page: Decodable { var title: String? }

  private struct ReadingList: Decodable {
    var added: Date?
    var preview: String?
    enum CodingKeys: String, CodingKey {
      case added = "DateAdded"
      case preview = "PreviewText"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case title = "Title"
    case address = "URLString"
    case page = "URIDictionary"
    case readingList = "ReadingList"
    case children = "Children"
  }

  init(from decoder: any Decoder) {
    guard let values = try? decoder.container(keyedBy: CodingKeys.self) else { return }
    title = try? values.decode(String.self, forKey: .title)
    address = try? values.decode(String.self, forKey: .address)
    page = try? values.decode(Page.self, forKey: .page)
    readingList = try? values.decode(ReadingList.self, forKey: .readingList)
    children = try? values.decode([SafariNode].self, forKey: .children)
  }

  func add(to entries: inout [EntryReader.Entry], folders: [String], isRoot: Bool = false) {
    if let address {
      var draft = BookmarkDraft(address: address, title: page?.title ?? title, tags: folders)
      draft.savedAt = readingList?.added
      draft.summary = readingList?.preview
      entries.append(draft.entry(line: nil))
    }
    // The names of the outermost say nothing of the links in them, but for those that a person made.
    let isOwn = isRoot && (title.map(Self.roots.contains) ?? true)
    for child in children ?? [] {
      child.add(to: &entries, folders: isOwn ? [] : folders + [title ?? ""])
    }
  }

  private static let roots: Set = ["BookmarksBar", "BookmarksMenu", "com.apple.ReadingList", ""]
}
