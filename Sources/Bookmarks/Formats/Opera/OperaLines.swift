import Foundation
import Localization
import Markup

/// Reads the hotlist, Opera's bookmark file up to version 12: `#URL`, `#FOLDER`, and `-` at the end
/// of a folder. Lines of `NAME=value` follow `#URL` and `#FOLDER`. Skips the trash, because its
/// links were removed.
struct OperaLines: LineFormat {
  private enum Kind { case url, folder, other }

  private var kind = Kind.other
  private var line = 1
  private var values: [String: String] = [:]
  private var folders: [(name: String, isTrash: Bool)] = []
  /// The number of open folders that belong to the trash.
  private var trashCount = 0

  mutating func read(
    _ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]
  ) {
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    if text.hasPrefix("#") {
      endSection(into: &entries)
      kind = text == "#URL" ? .url : text == "#FOLDER" ? .folder : .other
      self.line = number
    } else if text == "-" {
      endSection(into: &entries)
      if folders.popLast()?.isTrash == true { trashCount -= 1 }
    } else if let equals = text.firstIndex(of: "=") {
      values[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
  }

  mutating func finish(
    isWhole: Bool, into entries: inout [EntryReader.Entry]
  ) throws(MalformedContent) {
    endSection(into: &entries)
    if !isWhole, !folders.isEmpty {
      throw MalformedContent(reason: localized("it ends within a folder; its end is missing"))
    }
  }

  private mutating func endSection(into entries: inout [EntryReader.Entry]) {
    defer { (kind, values) = (.other, [:]) }
    switch kind {
    case .other: break
    case .folder:
      let isTrash = values["TRASH FOLDER"] == "YES"
      folders.append((values["NAME"] ?? "", isTrash))
      if isTrash { trashCount += 1 }
    case .url:
      if trashCount > 0 { return }
      var draft = BookmarkDraft(
        address: values["URL"] ?? "", title: values["NAME"],
        tags: folders.prefix(Bookmark.tagLimit).map(\.name))
      // Two U+0002 stand for a line break.
      draft.note = values["DESCRIPTION"]?.replacing("\u{2}\u{2}", with: "\n")
      draft.savedAt = values["CREATED"].flatMap(BookmarkDate.date)
      draft.openedAt = values["VISITED"].flatMap(BookmarkDate.date)
      entries.append(draft.entry(line: line))
    }
  }
}
