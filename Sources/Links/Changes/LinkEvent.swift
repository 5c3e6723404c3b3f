import Foundation

/// What a change of the log did to one link.
public struct LinkEvent: Hashable, Sendable {
  public let change: LinkChange
  /// `Tagged swift, ios`, with what was there before where that can't be seen any more.
  public let text: String

  public init(_ change: LinkChange, text: String) {
    self.change = change
    self.text = text
  }

  /// - Parameters:
  ///   - values: what was changed, in order. Nil for a link that wasn't there before.
  /// - Returns: nil if it's all as it was before the change.
  package init?(_ change: LinkChange, _ values: [Value]?) {
    var texts: [String]
    if let values {
      let changed = values.joined.filter { $0.before != $0.after }
      if changed.isEmpty { return nil }
      // A page takes over that another was read, when the address is changed.
      let isMove = changed.contains { $0.field == "url" }
      texts = changed.filter { !isMove || $0.field != "readAt" }.flatMap(\.texts)
      switch change.kind {
      case .refreshed: texts.insert("Refreshed", at: 0)
      case .marked(let isRead) where texts.isEmpty: texts = [Value.marking(isRead: isRead)]
      default:
        if texts.isEmpty { texts = [changed.contains(where: \.isOfPage) ? "Refreshed" : "Edited"] }
      }
    } else {
      texts = [change.kind == .imported ? "Imported" : "Saved"]
    }
    let following = texts.dropFirst().map(\.lowercasedFirst)
    self.init(change, text: (texts.prefix(1) + following).joined(separator: ", "))
  }

  /// A field before and after a change. Of values that aren't text, only matters whether there are
  /// any.
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
  /// Each field once, from before the first of its changes to after the last.
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
  /// How much is shown of what was there before.
  private static let lengthLimit = 80

  /// Whether it comes from the page, and isn't shown by itself.
  fileprivate var isOfPage: Bool { ["metadata", "site", "summary", "host"].contains(field) }

  /// What happened; nothing for a field that follows from others.
  fileprivate var texts: [String] {
    switch field {
    case "tags": tagTexts
    case "note":
      [
        before?.isEmpty ?? true
          ? "Added a note" : after?.isEmpty ?? true ? "Deleted the note" : "Changed the note"
      ]
    case "title": ["Changed the title" + previous]
    case "url": ["Changed the address" + previous]
    case "trashedAt": [after == nil ? "Restored" : "Removed"]
    case "readAt": [Self.marking(isRead: after != nil)]
    case "addedAt": [after == nil ? "Can come up again" : "Never again"]
    default: []
    }
  }

  fileprivate static func marking(isRead: Bool) -> String {
    "Marked as \(isRead ? "read" : "unread")"
  }

  private var previous: String {
    guard let before, !before.isEmpty else { return "" }
    let isLong = before.count > Self.lengthLimit
    return " from \"\(before.prefix(Self.lengthLimit))\(isLong ? "…" : "")\""
  }

  private var tagTexts: [String] {
    let (old, new) = (Self.tags(before), Self.tags(after))
    let (added, removed) = (
      new.filter { !old.contains($0) }, old.filter { !new.contains($0) }
    )
    if added.isEmpty, removed.isEmpty { return ["Sorted the tags"] }
    return [("Tagged", added), ("Untagged", removed)].compactMap { verb, tags in
      tags.isEmpty ? nil : "\(verb) \(tags.joined(separator: " "))"
    }
  }

  private static func tags(_ stored: String?) -> [String] {
    (stored ?? "").split(separator: "\n").map(String.init)
  }
}
