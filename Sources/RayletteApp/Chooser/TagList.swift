package import Foundation
package import Links
import Localization
import Markup

/// The links whose tags are changed in a list.
package enum TagTarget: Hashable, Sendable {
  case links([SavedLink.ID])
  /// The card on Spin with this id, which is saved along with its tags.
  case card(RequestID)
  /// The page at this address in the reader, which is saved along with its tags.
  case page(URL)

  /// The saved links.
  package var links: [SavedLink.ID] {
    switch self {
    case .links(let ids): ids
    case .card, .page: []
    }
  }

  /// The number of links, saved or not.
  var count: Int { if case .links(let ids) = self { ids.count } else { 1 } }
}

/// How many of the links have a tag.
enum TagShare: Hashable, Sendable, CaseIterable {
  case all, some, none

  /// The share for a screen reader.
  var spoken: String {
    switch self {
    case .all: localized("all have it")
    case .some: localized("some have it")
    case .none: localized("none has it")
    }
  }
}

extension TagChange {
  /// Returns how many links have a tag after the change.
  func share(of tag: String, before: TagShare) -> TagShare {
    if added.contains(where: { $0.tagKey == tag.tagKey }) { return .all }
    return removed.contains { $0.tagKey == tag.tagKey } ? .none : before
  }

  /// Adds a tag to all links, or removes it from all of them. A tag that only some have is added
  /// first, then removed, and then left as it was.
  mutating func toggle(_ tag: String, before: TagShare) {
    let share = share(of: tag, before: before)
    let isAdded = added.contains { $0.tagKey == tag.tagKey }
    added.removeAll { $0.tagKey == tag.tagKey }
    removed.removeAll { $0.tagKey == tag.tagKey }
    switch (before, share) {
    case (.none, .none), (.some, .some): added.append(tag)
    case (.all, .all): removed.append(tag)
    case (.some, .all) where isAdded: removed.append(tag)
    case (.all, _), (.some, _), (.none, _): break
    }
  }
}

/// Finds the tags for the typed text.
struct TagSearch {
  /// The typed name of a tag.
  let name: String

  init(_ text: String) {
    // Quotation marks enclose a name with spaces, and a number sign may stand before any name.
    name = FilterSign.name(
      ofTag: text.filter { !FilterSign.isQuote($0) }.drop(while: \.isWhitespace)
    )
    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a space belongs to the name, because its quotation mark is still open.
  static func takesSpaces(_ text: String) -> Bool { text.count(where: FilterSign.isQuote) % 2 == 1 }

  /// Returns the entries with the name, those that begin with it first, and then the name as a new
  /// tag if there's none.
  func matches(in entries: [Chooser.Entry]) -> [Chooser.Entry] {
    guard !name.isEmpty else { return entries }
    let key = name.tagKey
    let ranked = entries.compactMap { entry -> (rank: Int, entry: Chooser.Entry)? in
      guard case .tag(let tag, _) = entry.choice else { return nil }
      let tagKey = tag.tagKey
      if tagKey == key { return (0, entry) }
      if tagKey.hasPrefix(key) { return (1, entry) }
      return tagKey.contains(key) ? (2, entry) : nil
    }
    let matches = (0...2).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.entry) }
    // A name that begins with a minus would be an option of the shell's commands.
    let isNew = ranked.allSatisfy { $0.rank > 0 } && !name.hasPrefix("-")
    return matches + (isNew ? [Chooser.Entry(newTag: name)] : [])
  }
}

extension Chooser.Entry {
  /// - Parameter count: the number of all saved links that have the tag; nil for a new one.
  init(tag: String, count: Int?, share: TagShare) {
    self.init(
      label: "#\(tag)", details: [count?.grouped ?? localized("new")], choice: .tag(tag, share))
  }

  fileprivate init(newTag name: String) {
    self.init(label: localized("new tag #\(name)"), details: [], choice: .tag(name, nil))
  }
}

/// Changes the tags of links.
extension Chooser {
  var isTagging: Bool { if case .tagging = purpose { true } else { false } }

  /// Whether the space bar changes a tag rather than types a space.
  var togglesWithSpace: Bool { isTagging && !TagSearch.takesSpaces(text.text) }

  /// Whether enter has something to do: it closes the list if nothing was changed.
  var canApplyTags: Bool {
    isTagging && (selected != nil || TagSearch(text.text).name.isEmpty)
  }

  /// How many of the links have the selected tag, with the change in the list.
  var selectedShare: TagShare? { selected.flatMap(share) }

  /// Returns how many of the links have an entry's tag, with the change in the list.
  func share(of entry: Entry) -> TagShare? {
    guard case .tag(let tag, let before?) = entry.choice else { return nil }
    return tagChange.share(of: tag, before: before)
  }

  /// Whether the list changes an entry's tag.
  func changesTag(of entry: Entry) -> Bool {
    guard case .tag(_, let before?) = entry.choice else { return false }
    return share(of: entry) != before
  }

  /// Puts the selected tag on all links, or takes it off. What was typed to find it is finished, so
  /// that everything is listed again.
  mutating func toggle() {
    if isAfterComma {
      isAfterComma = false
      return
    }
    guard case .tag(let tag, let before)? = selected?.choice else { return }
    tagChange.toggle(tag, before: before ?? .none)
    if before == nil { update { $0.insert(Entry(tag: tag, count: nil, share: .none), at: 0) } }
    guard !text.text.isEmpty else { return }
    clearText()
    select(matches.firstIndex { if case .tag(tag, _) = $0.choice { true } else { false } } ?? 0)
  }

  /// Puts the tag with the typed name on all links, however many have it, and lists all tags again.
  mutating func addTypedTag() {
    let key = TagSearch(text.text).name.tagKey
    let index = matches.firstIndex {
      if case .tag(let tag, _) = $0.choice { tag.tagKey == key } else { false }
    }
    guard let index, !key.isEmpty else { return }
    select(index)
    if selectedShare == .all { clearText() } else { toggle() }
    isAfterComma = true
  }

  /// The change that enter makes. A typed tag is put on the links without a further key, but never
  /// taken off.
  var confirmedTagChange: TagChange {
    var change = tagChange
    guard !TagSearch(text.text).name.isEmpty,
      case .tag(let tag, let before)? = selected?.choice, before != .all,
      before == nil || change.share(of: tag, before: before ?? .none) == before
    else { return change }
    change.toggle(tag, before: before ?? .none)
    return change
  }
}
