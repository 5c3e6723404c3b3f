import Foundation

/// What the columns of a table mean, by the names in its first line.
struct CSVColumns {
  private var positions: [BookmarkField: Int] = [:]
  private let isPocket: Bool

  /// Nil when no column holds addresses.
  init?(header: [String]) {
    let names = header.map {
      BookmarkField.plain($0.trimmingCharacters(in: .whitespaces))
    }
    isPocket = names.contains("timeadded")
    for field in BookmarkField.allCases {
      positions[field] = field.names.lazy.compactMap(names.firstIndex).first
    }
    if positions[.address] == nil { return nil }
  }

  func draft(_ fields: [String]) -> BookmarkDraft {
    func field(_ field: BookmarkField) -> String? {
      guard let position = positions[field], fields.indices.contains(position) else { return nil }
      return fields[position].isEmpty ? nil : fields[position]
    }
    var draft = BookmarkDraft(address: field(.address) ?? "", title: field(.title))
    draft.summary = field(.summary) ?? field(.description)
    draft.note = field(.note)
    draft.tags = field(.folder).map(TagList.folders(in:)) ?? []
    draft.tags += field(.tags).map(tags) ?? []
    draft.savedAt = field(.savedAt).flatMap(BookmarkDate.date)
    draft.openedAt = field(.openedAt).flatMap(BookmarkDate.date)
    return draft
  }

  private func tags(_ text: String) -> [String] {
    if isPocket { return TagList.tags(in: text, separator: "|") }
    return TagList.literals(in: text) ?? TagList.tags(in: text)
  }
}
