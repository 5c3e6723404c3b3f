import Foundation
import LinkPreview
import LinkStore

/// A saved link as one line of JSON. Absent keys are left out; dates are ISO 8601.
struct SavedJSON: Encodable {
  private let id: Int64
  private let url: String
  private let title: String?
  private let siteName: String?
  private let summary: String?
  private let tags: [String]?
  private let note: String?
  private let savedAt: Date
  private let openedAt: Date?
  private let removedAt: Date?
  private let check: String?
  private let movedTo: String?

  init(_ link: SavedLink) {
    id = link.id
    url = link.address.text
    title = link.metadata.title
    siteName = link.metadata.siteName
    summary = link.metadata.summary
    tags = link.tags.isEmpty ? nil : link.tags
    note = link.note.isEmpty ? nil : link.note
    savedAt = link.savedAt
    openedAt = link.openedAt
    removedAt = link.trashedAt
    (check, movedTo) =
      switch link.check?.outcome {
      case .ok?: ("ok", nil)
      case .moved(let url)?: ("moved", url.absoluteString)
      case .gone?: ("gone", nil)
      case .unreachable?: ("unreachable", nil)
      case nil: (nil, nil)
      }
  }

  var line: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
