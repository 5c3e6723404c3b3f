import Foundation
import Localization

/// The effect of one change on one link.
public struct LinkEvent: Hashable, Sendable {
  /// The change that had the effect.
  public let change: LinkChange
  /// A description such as `Tagged swift, ios`, with the previous value where it isn't visible
  /// elsewhere.
  public let text: String

  /// Creates an event with a description on one line.
  public init(_ change: LinkChange, text: String) {
    self.change = change
    self.text = text
  }

  /// - Parameters:
  ///   - values: the changed values, in order. Nil for a link that the change added.
  /// - Returns: nil if the values are the same as before the change.
  package init?(_ change: LinkChange, _ values: [Value]?) {
    var texts: [String]
    if let values {
      let changed = values.joined.filter { $0.before != $0.after }
      if changed.isEmpty { return nil }
      // A changed address copies the reading state to the new page, which isn't marking it as read.
      let isMove = changed.contains { $0.field == "url" }
      texts = changed.filter { !isMove || $0.field != "readAt" }.flatMap(\.texts)
      switch change.kind {
      case .refreshed: texts.insert(localized("Refreshed"), at: 0)
      case .marked(let isRead) where texts.isEmpty: texts = [Value.marking(isRead: isRead)]
      default:
        if texts.isEmpty {
          texts = [
            changed.contains(where: \.isOfPage) ? localized("Refreshed") : localized("Edited")
          ]
        }
      }
    } else {
      texts = [
        change.kind == .imported ? localized("Imported") : localized("Saved", context: "event")
      ]
    }
    let following = texts.dropFirst().map(\.lowercasedFirst)
    self.init(change, text: (texts.prefix(1) + following).list)
  }

  /// A field before and after a change. Values other than text are only compared with nil.
  package struct Value: Hashable, Sendable {
    let field: String
    let before: String?
    package var after: String?

    package init(_ field: String, before: String?, after: String?) {
      (self.field, self.before, self.after) = (field, before, after)
    }
  }
}

extension [LinkEvent.Value] {
  /// The fields once each, with the value before the first change and the value after the last.
  fileprivate var joined: [LinkEvent.Value] {
    reduce(into: []) { values, value in
      if let index = values.firstIndex(where: { $0.field == value.field }) {
        values[index].after = value.after
      } else {
        values.append(value)
      }
    }
  }
}

extension LinkEvent.Value {
  /// The most characters of a previous value.
  private static let lengthLimit = 80

  /// Whether the field comes from the page and has no text of its own here.
  fileprivate var isOfPage: Bool { ["metadata", "site", "summary", "host"].contains(field) }

  /// The descriptions of the change; empty for a field that follows from others.
  fileprivate var texts: [String] {
    switch field {
    case "tags": tagTexts
    case "note":
      [
        before?.isEmpty ?? true
          ? localized("Added a note")
          : after?.isEmpty ?? true
            ? localized("Deleted the note") : ChangeKind.noted.message(count: 1)
      ]
    case "trashedAt": [after == nil ? localized("Restored") : localized("Removed")]
    case "readAt": [Self.marking(isRead: after != nil)]
    case "addedAt": [after == nil ? localized("Can come up again") : localized("Never again")]
    default:
      SavedField.changed(field)?.change.map { [changed($0)] } ?? []
    }
  }

  fileprivate static func marking(isRead: Bool) -> String {
    isRead ? localized("Marked as read") : localized("Marked as unread")
  }

  private func changed(_ change: ChangeKind) -> String {
    guard let before, !before.isEmpty else { return change.message(count: 1) }
    let isLong = before.count > Self.lengthLimit
    let excerpt = before.prefix(Self.lengthLimit) + (isLong ? "…" : "")
    return change == .readdressed
      ? localized("Changed the address from \"\(excerpt)\"")
      : localized("Changed the title from \"\(excerpt)\"")
  }

  private var tagTexts: [String] {
    let (old, new) = (Self.tags(before), Self.tags(after))
    let (added, removed) = (
      new.filter { !old.contains($0) }, old.filter { !new.contains($0) }
    )
    if added.isEmpty, removed.isEmpty { return [localized("Sorted the tags")] }
    return [
      added.isEmpty ? nil : localized("Tagged \(added.joined(separator: " "))"),
      removed.isEmpty ? nil : localized("Untagged \(removed.joined(separator: " "))"),
    ].compactMap(\.self)
  }

  private static func tags(_ stored: String?) -> [String] {
    (stored ?? "").split(separator: "\n").map(String.init)
  }
}
