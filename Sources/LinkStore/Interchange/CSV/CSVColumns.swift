import Foundation

/// What the columns of a table mean, by the names in its first line.
struct CSVColumns {
  private enum Meaning { case url, title, summary, note, tags, folder, savedAt, openedAt }

  private var positions: [Meaning: Int] = [:]
  private let isPocket: Bool

  /// Pocket: `title,url,time_added,tags,status`. Instapaper: `URL,Title,Selection,Folder,Timestamp`,
  /// later with `Tags`. Raindrop: `id,title,note,excerpt,url,folder,tags,created,cover,highlights,
  /// favorite`. Our own are ``CSVForm/header``. The others are what people call them.
  private static let meanings: [String: Meaning] = [
    "url": .url, "href": .url, "link": .url, "address": .url,
    "title": .title, "name": .title,
    "excerpt": .summary, "summary": .summary, "description": .summary,
    "note": .note, "notes": .note, "selection": .note, "extended": .note,
    "tags": .tags, "labels": .tags, "folder": .folder, "collection": .folder,
    "time_added": .savedAt, "timestamp": .savedAt, "created": .savedAt, "created_at": .savedAt,
    "saved_at": .savedAt, "date": .savedAt, "opened": .openedAt,
  ]

  /// Nil when no column holds addresses.
  init?(header: [String]) {
    let names = header.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    isPocket = names.contains("time_added")
    for (position, name) in names.enumerated() {
      guard let meaning = Self.meanings[name], positions[meaning] == nil else { continue }
      positions[meaning] = position
    }
    if positions[.url] == nil { return nil }
  }

  func draft(_ fields: [String]) -> BookmarkDraft {
    func field(_ meaning: Meaning) -> String? {
      guard let position = positions[meaning], fields.indices.contains(position) else { return nil }
      return fields[position].isEmpty ? nil : fields[position]
    }
    var draft = BookmarkDraft(address: field(.url) ?? "", title: field(.title))
    draft.summary = field(.summary)
    draft.note = field(.note)
    draft.tags = field(.folder).map(folders) ?? []
    draft.tags += field(.tags).map(tags) ?? []
    draft.savedAt = field(.savedAt).flatMap(BookmarkDate.date)
    draft.openedAt = field(.openedAt).flatMap(BookmarkDate.date)
    return draft
  }

  /// The shelves of Instapaper and Raindrop that say nothing about a link.
  private static let roots: Set = ["Unread", "Archive", "Starred", "Unsorted"]

  private func folders(_ text: String) -> [String] {
    // Raindrop writes a folder in a folder so.
    let names = text.components(separatedBy: " / ")
    return Self.roots.contains(names[0]) ? Array(names.dropFirst()) : names
  }

  private func tags(_ text: String) -> [String] {
    if isPocket { return TagList.tags(in: text, separator: "|") }
    // Instapaper writes an array of JSON into the field.
    if text.hasPrefix("["),
      let tags = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    {
      return tags
    }
    return TagList.tags(in: text)
  }
}
