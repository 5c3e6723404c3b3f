import Foundation
import LinkPreview

/// A bookmark as an object of JSON: our own, or Pinboard's (https://pinboard.in/api/#posts_all).
///
/// Our keys: `url`, `title`, `summary`, `note`, `tags`, `savedAt`, `openedAt`, `metadata`. What is
/// of another type than it should be counts as absent.
struct JSONEntry: Decodable {
  let draft: BookmarkDraft

  private enum CodingKeys: String, CodingKey {
    case url, title, summary, note, tags, savedAt, openedAt, metadata
    case href, description, extended, time
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) -> String? { try? values.decode(String.self, forKey: key) }
    func date(_ key: CodingKeys) -> Date? {
      text(key).flatMap(BookmarkDate.date)
        ?? (try? values.decode(Double.self, forKey: key)).flatMap(BookmarkDate.date(number:))
    }
    if let address = text(.url) {
      var draft = BookmarkDraft(address: address, title: text(.title))
      draft.summary = text(.summary)
      draft.note = text(.note)
      draft.tags =
        (try? values.decode([String].self, forKey: .tags)) ?? text(.tags).map(TagList.tags) ?? []
      draft.savedAt = date(.savedAt)
      draft.openedAt = date(.openedAt)
      draft.metadata = try? values.decode(LinkMetadata.self, forKey: .metadata)
      self.draft = draft
    } else {
      var draft = BookmarkDraft(address: text(.href) ?? "", title: text(.description))
      draft.note = text(.extended)
      draft.tags = text(.tags).map { TagList.tags(in: $0, separator: " ") } ?? []
      draft.savedAt = date(.time)
      self.draft = draft
    }
  }

  /// The entry that an object spells, or what is wrong with it.
  static func entry(_ object: some Sequence<UInt8>, line: Int) -> EntryReader.Entry {
    do {
      return try JSONDecoder().decode(JSONEntry.self, from: Data(object)).draft.entry(line: line)
    } catch DecodingError.typeMismatch {
      return .failure(BookmarkProblem(line: line, sentence: "An entry is no JSON object."))
    } catch {
      return .failure(BookmarkProblem(line: line, sentence: "An entry is no valid JSON."))
    }
  }
}
