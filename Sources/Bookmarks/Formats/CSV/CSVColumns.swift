import Foundation
import Markup

/// What the columns of a table mean, by the names in its first line.
struct CSVColumns {
  /// Of each kind, those that are meant most surely first.
  private var positions: [BookmarkField: [Int]] = [:]
  private let isPocket: Bool
  private let isOurs: Bool

  /// Nil when no column holds addresses.
  init?(header: [String]) {
    let names = header.map {
      BookmarkField.plain($0.trimmingCharacters(in: .whitespaces))
    }
    isPocket = names.contains("timeadded")
    isOurs = header == CSVEncoder.header
    for field in BookmarkField.allCases {
      positions[field] = field.names.compactMap(names.firstIndex)
    }
    if positions[.address]?.isEmpty != false { return nil }
  }

  func draft(_ fields: [String]) -> BookmarkDraft {
    func all(_ field: BookmarkField) -> [String] {
      (positions[field] ?? []).filter(fields.indices.contains).map { fields[$0] }.filter {
        !$0.isEmpty
      }
    }
    func field(_ field: BookmarkField) -> String? { all(field).first }
    let address = all(.address).first { WebAddress($0) != nil } ?? field(.address)
    var draft = BookmarkDraft(address: address ?? "", title: field(.title))
    draft.summary = field(.summary) ?? field(.description)
    draft.note = all(.note).isEmpty ? nil : all(.note).joined(separator: "\n")
    draft.tags = field(.folder).map(TagList.folders(in:)) ?? []
    draft.tags += field(.tags).map(tags) ?? []
    draft.savedAt = field(.savedAt).flatMap(BookmarkDate.date)
    draft.openedAt = field(.openedAt).flatMap(BookmarkDate.date)
    return draft
  }

  private func tags(_ text: String) -> [String] {
    if isPocket { return TagList.tags(in: text, separator: "|") }
    if let tags = TagList.literals(in: text) { return tags }
    // As Matter writes them; a tag with a semicolon in it is rarer than that.
    let isDivided = !isOurs && !text.contains(",") && !text.contains("\"") && text.contains(";")
    return isDivided ? TagList.tags(in: text, separator: ";") : TagList.tags(in: text)
  }
}
