import Markup
import Foundation
import LinkPreview
import Links

/// A saved link as one line of JSON. All keys are always present, with null for missing values.
/// Dates are in ISO 8601.
struct SavedJSON: Encodable {
  private let id: Int64
  private let url: String
  private let title: String?
  private let siteName: String?
  private let summary: String?
  private let tags: [String]
  private let note: String?
  private let savedAt: Date
  private let openedAt: Date?
  private let removedAt: Date?
  private let readAt: Date?
  /// The share of the page that was read, from 0 to 1.
  private let progress: Double?
  /// When the text of the page was stored.
  private let textKeptAt: Date?
  private let check: String?
  private let movedTo: String?

  init(_ link: SavedLink) {
    id = link.id
    url = link.address.text
    title = link.metadata.title
    siteName = link.metadata.siteName
    summary = link.metadata.summary
    tags = link.tags
    note = link.note.isEmpty ? nil : link.note
    savedAt = link.savedAt
    openedAt = link.openedAt
    removedAt = link.trashedAt
    readAt = link.reading?.readAt
    progress = link.reading?.place?.progress
    textKeptAt = link.keptAt
    check = link.check?.outcome.state.rawValue
    movedTo =
      if case .moved(let url)? = link.check?.outcome { url.absoluteString } else { nil }
  }

  private enum CodingKeys: String, CodingKey {
    case id, url, title, siteName, summary, tags, note, savedAt, openedAt, removedAt, check, movedTo
    case readAt, progress, textKeptAt
  }

  // Written by hand, because the synthesized method omits nil values.
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(url, forKey: .url)
    try values.encode(title, forKey: .title)
    try values.encode(siteName, forKey: .siteName)
    try values.encode(summary, forKey: .summary)
    try values.encode(tags, forKey: .tags)
    try values.encode(note, forKey: .note)
    try values.encode(savedAt, forKey: .savedAt)
    try values.encode(openedAt, forKey: .openedAt)
    try values.encode(removedAt, forKey: .removedAt)
    try values.encode(readAt, forKey: .readAt)
    try values.encode(progress, forKey: .progress)
    try values.encode(textKeptAt, forKey: .textKeptAt)
    try values.encode(check, forKey: .check)
    try values.encode(movedTo, forKey: .movedTo)
  }

  var line: String { get throws { try JSONLine.text(of: self) } }
}
