package import Foundation
import LinkPreview
import Localization
import Markup

/// Something that a saved link says about itself: in JSON for scripts, in `raylette saved show`, and
/// in the details on screen. These go through the lists here, so that a new field needs no more than
/// an entry.
public struct SavedField: Hashable, Sendable {
  /// The key in JSON. For a field that people change, the store has the same name.
  package let name: String
  /// What people call it.
  package var label: String { labelText.text }
  private let labelText: LocalizedText
  private let places: [Place]
  /// What a change of the field alone is called; nil if people don't change it by itself.
  let change: ChangeKind?
  /// Returns nil if the link has none.
  package let value: @Sendable (SavedLink) -> Value?

  package enum Place {
    case json, show, details
  }

  package enum Value: Sendable {
    case text(String)
    case number(Int64)
    case date(Date)
    case tags([String])
    case check(LinkCheck)
    case progress(ReadingPlace)
  }

  private init(
    _ name: String, label: LocalizedText, in places: [Place] = [.json, .show, .details],
    change: ChangeKind? = nil, _ value: @escaping @Sendable (SavedLink) -> Value?
  ) {
    (self.name, self.labelText, self.places) = (name, label, places)
    (self.change, self.value) = (change, value)
  }

  public static func == (first: SavedField, second: SavedField) -> Bool {
    first.name == second.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SavedField {
  /// A title chosen by the user; if empty, the page's own.
  public static let title = SavedField(
    "title", label: LocalizedText("title"), in: [.json, .show], change: .retitled
  ) {
    $0.metadata.title.map(Value.text)
  }
  /// The user's note; an empty one removes it.
  public static let note = SavedField("note", label: LocalizedText("note"), change: .noted) {
    $0.note.isEmpty ? nil : .text($0.note)
  }

  private static let texts = [
    SavedField("id", label: LocalizedText("id"), in: [.json]) { .number($0.id) },
    SavedField("url", label: LocalizedText("address"), in: [.json, .show], change: .readdressed) {
      .text($0.address.text)
    },
    title,
    SavedField("pageTitle", label: LocalizedText("page's title"), in: [.show]) {
      $0.pageTitle.map(Value.text)
    },
    SavedField("siteName", label: LocalizedText("site"), in: [.json, .show]) {
      $0.metadata.siteName.map(Value.text)
    },
    SavedField("author", label: LocalizedText("author"), in: [.show]) {
      $0.metadata.author.map(Value.text)
    },
    SavedField("summary", label: LocalizedText("summary"), in: [.json, .show]) {
      $0.metadata.summary.map(Value.text)
    },
    SavedField("tags", label: LocalizedText("tags"), change: .tagged) { .tags($0.tags) },
    note,
  ]

  private static let dates = [
    SavedField("savedAt", label: LocalizedText("saved")) { .date($0.savedAt) },
    SavedField("openedAt", label: LocalizedText("opened")) { $0.openedAt.map(Value.date) },
    SavedField("readAt", label: LocalizedText("read"), in: [.json, .details]) {
      $0.reading?.readAt.map(Value.date)
    },
    SavedField("progress", label: LocalizedText("read"), in: [.json, .details]) {
      $0.reading?.place.map(Value.progress)
    },
    SavedField("textKeptAt", label: LocalizedText("text kept"), in: [.json, .details]) {
      $0.keptAt.map(Value.date)
    },
    SavedField("removedAt", label: LocalizedText("removed")) { $0.trashedAt.map(Value.date) },
  ]

  private static let checks = [
    SavedField("check", label: LocalizedText("checked")) { $0.check.map(Value.check) },
    SavedField("movedTo", label: LocalizedText("moved to"), in: [.json]) {
      if case .moved(let url)? = $0.check?.outcome { .text(url.absoluteString) } else { nil }
    },
  ]

  /// The field that people change under a name of the log of changes.
  static func changed(_ name: String) -> SavedField? {
    texts.first { $0.name == name && $0.change != nil }
  }

  /// The fields of a place, in its order.
  package static func all(in place: Place) -> [SavedField] {
    (place == .details ? dates + texts + checks : texts + dates + checks)
      .filter { $0.places.contains(place) }
  }
}

extension SavedField.Value {
  /// The value for people; nil if there's nothing to show. Texts can have several lines.
  package var text: String? {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .date(let date): date.formatted(.iso8601)
    case .tags(let tags): tags.isEmpty ? nil : tags.map { "#\($0)" }.joined(separator: " ")
    case .check(let check): check.outcome.longText
    case .progress(let place): place.progress > 0 ? place.percent : nil
    }
  }
}
