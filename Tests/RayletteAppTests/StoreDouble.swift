import Markup
import Foundation
import LinkPreview
import Links

@testable import RayletteApp

/// An in-memory store that answers the effects of the state.
struct StoreDouble {
  var links: [SavedLink]
  /// The error with which every change fails, or nil if changes succeed.
  var failure: StoreError?
  /// The changes that undo and redo each step.
  private var steps: [RequestID: (undo: Step?, redo: Step?)] = [:]
  /// What never comes up again.
  private(set) var never: [NeverAgain] = []

  private enum Step {
    case links(SavedChange)
    case reading(ReadingChange)
    case never(NeverAgain)
    case allow(NeverAgain.Subject)
  }

  init(links: [SavedLink]) { self.links = links }

  /// Presses keys, and lets the store answer after each one.
  /// - Returns: the effects for other parts than the store.
  @discardableResult
  mutating func press(_ keys: Key..., in state: inout AppState) -> [Effect] {
    keys.flatMap { settle(update(&state, .keyPressed($0)), in: &state) }
  }

  /// Answers effects, and the effects that follow from the answers.
  @discardableResult
  mutating func settle(_ effects: [Effect], in state: inout AppState) -> [Effect] {
    effects.flatMap { effect -> [Effect] in
      guard let answer = answer(effect) else { return [effect] }
      return settle(update(&state, answer), in: &state)
    }
  }

  mutating func answer(_ effect: Effect) -> Action? {
    switch effect {
    case .read(.list(let id, let query, let rows)):
      return .saved(.listed(id, .success(list(query, rows: rows))))
    case .read(.links(let id, let ids)):
      return .saved(.linksRead(id, .success(links.filter { ids.contains($0.id) })))
    case .read(.tags(let id)):
      let tags = Set(links.flatMap(\.tags)).sorted().map { tag in
        TagCount(tag: tag, count: links.count { $0.tags.contains(tag) })
      }
      return .saved(.tagsRead(id, .success(tags)))
    case .write(.change(let id, let request)): return change(id, request)
    case .write(.saveAddresses(let id, let urls)):
      let new = urls.filter { url in !links.contains { $0.url == url } }
      let ids = new.map { url in
        let id = (links.map(\.id).max() ?? 0) + 1
        links.append(
          SavedLink(id: id, metadata: LinkMetadata(originalURL: url), savedAt: Samples.now))
        return id
      }
      steps[id] = (.links(.trash(ids, at: Samples.now)), nil)
      return .linksSaved(
        id,
        .success(
          AddressesSaved(
            saved: ids, known: urls.count - new.count,
            first: links.first { $0.url == urls.first }?.id)))
    case .read(.savedLink(let id, let urls)):
      return .spin(
        .lookedUp(
          id, links.first { urls.contains($0.url) && $0.trashedAt == nil }))
    case .read(.recent(let id, let count)):
      return .spin(.recentRead(id, .success(list(SavedQuery(), rows: count).firstLinks)))
    case .write(.emptyTrash(let id, let date)):
      let expired = links.filter { $0.trashedAt.map { $0 < date } ?? false }
      links.removeAll { link in expired.contains { $0.id == link.id } }
      return .trashEmptied(id, .success(expired.count))
    case .write(.clearHistory(let id)): return .historyCleared(id, .success(3))
    case .read(.choices(let id, .never, _)):
      return .chooser(.choicesRead(id, .success(.never(never))))
    case .read(.makeWheel(let id, let ids)):
      let chosen = links.filter { ids.isEmpty || ids.contains($0.id) }.map(\.url.absoluteString)
      let wheel = Wheel(name: "saved", links: chosen.map { Wheel.Link(address: $0) })
      return .wheel(.made(id, .success(WheelDouble.add(wheel, isKept: false))))
    case .fetch(.spin): return WheelDouble.answer(effect)
    default: return nil
    }
  }

  /// Records that a link was saved, so that the save can be undone.
  mutating func saved(_ link: SavedLink.ID, as id: RequestID) {
    steps[id] = (.links(.trash([link], at: Samples.now)), nil)
  }

  /// Makes a change and remembers its inverse under its ID, as the runner does.
  private mutating func change(_ id: RequestID, _ request: ChangeRequest) -> Action {
    if let failure { return .changed(id, request.direction, .failure(failure)) }
    let step: Step?
    switch request {
    case .make(let made): step = .links(made)
    case .acceptMoves(let ids):
      let moves = links.compactMap { link -> (SavedLink.ID, WebAddress)? in
        guard ids.contains(link.id), case .moved(let url)? = link.check?.outcome else { return nil }
        return (link.id, WebAddress(url))
      }
      step = .links(.setAddresses(Dictionary(uniqueKeysWithValues: moves)))
    case .mark(let target, let isRead):
      let marked = links.filter { link in
        switch target {
        case .page(let url): link.url == url
        case .links(let ids): ids.contains(link.id)
        }
      }
      step = .reading(
        ReadingChange(
          isRead: isRead ?? marked.contains { $0.reading?.readAt == nil }, marked.map(\.address),
          at: Samples.now))
    case .never(let entry): step = .never(entry)
    case .allow(let subject): step = .allow(subject)
    case .undo: step = steps[id]?.undo
    case .redo: step = steps[id]?.redo
    }
    var outcome = ChangeOutcome()
    let inverse = step.flatMap { apply($0, &outcome) }
    switch request.direction {
    case .make, .redo: steps[id] = (inverse, nil)
    case .undo: steps[id] = (nil, inverse)
    }
    return .changed(id, request.direction, .success(outcome))
  }

  private mutating func apply(_ step: Step, _ outcome: inout ChangeOutcome) -> Step? {
    switch step {
    case .links(let change):
      let inverse = apply(change)
      let isRestoration = if case .restore = change { true } else { false }
      outcome = ChangeOutcome(changed: inverse.ids, isRestoration: isRestoration)
      return .links(inverse)
    case .reading(let change):
      let inverse = apply(change)
      outcome.reading = inverse.map { change.part(of: $0) }
      return inverse.map { .reading($0) }
    case .never(let entry):
      guard !never.contains(where: { $0.subject == entry.subject }) else { return nil }
      never.append(entry)
      outcome = .ofWheels
      return .allow(entry.subject)
    case .allow(let subject):
      guard let index = never.firstIndex(where: { $0.subject == subject }) else { return nil }
      outcome = .ofWheels
      return .never(never.remove(at: index))
    }
  }

  /// - Returns: the inverse, or nil if nothing was changed.
  private mutating func apply(_ change: ReadingChange) -> ReadingChange? {
    var inverses: [ReadingChange] = []
    for index in links.indices {
      let address = links[index].address
      let before = links[index].reading?.readAt
      guard let state = change[address], (state.readAt == nil) != (before == nil) else { continue }
      inverses.append(
        ReadingChange(isRead: before != nil, [address], at: before ?? Samples.now))
      links[index].reading = state.readAt.map { ReadingState(readAt: $0) }
    }
    return ReadingChange.joined(inverses)
  }

  private func list(_ query: SavedQuery, rows: Int) -> SavedListing {
    let kept = links.filter { $0.trashedAt == nil }
    let newest = (query.isTrash ? links.filter { $0.trashedAt != nil } : kept)
      .sorted { ($0.savedAt, $0.id) > ($1.savedAt, $1.id) }
    let found = newest.filter { link in
      query.filter.highlights.allSatisfy {
        "\(link.metadata.displayTitle) \(link.url)".lowercased().contains($0.lowercased())
      }
    }
    let similar = newest.filter { link in
      query.isFuzzy && found.isEmpty
        && query.filter.highlights.allSatisfy {
          FuzzyMatch(of: $0, in: link.metadata.displayTitle) != nil
        }
    }
    let ids = (similar + (query.sort == .oldest ? found.reversed() : found)).map(\.id)
    let first = ids.prefix(rows).compactMap { id in links.first { $0.id == id } }
    return SavedListing(
      ids: ids, total: kept.count, firstLinks: first, isFuzzy: !similar.isEmpty)
  }

  private mutating func apply(_ change: SavedChange) -> SavedChange {
    switch change {
    case .trash(let ids, let date):
      let there = links.filter { ids.contains($0.id) && $0.trashedAt == nil }.map(\.id)
      edit(there) { $0.trashedAt = date }
      return .restore(ids.filter(there.contains))
    case .restore(let ids):
      let there = links.filter { ids.contains($0.id) && $0.trashedAt != nil }.map(\.id)
      edit(there) { $0.trashedAt = nil }
      return .trash(ids.filter(there.contains), at: Samples.now)
    case .addTags(let tags, let ids):
      return .setTags(retag(ids) { known in known + tags.filter { !known.contains($0) } })
    case .removeTags(let tags, let ids):
      return .setTags(retag(ids) { known in known.filter { !tags.contains($0) } })
    case .setTags(let values):
      return .setTags(
        values.reduce(into: [:]) { before, value in
          before.merge(retag([value.key]) { _ in value.value }) { $1 }
        })
    case .setNotes, .setTitles, .setMetadata, .setAddresses: return change
    }
  }

  /// - Returns: the previous tags of the links that changed.
  private mutating func retag(
    _ ids: [SavedLink.ID], _ change: ([String]) -> [String]
  ) -> [SavedLink.ID: [String]] {
    var before: [SavedLink.ID: [String]] = [:]
    for index in links.indices where ids.contains(links[index].id) {
      let tags = change(links[index].tags)
      guard tags != links[index].tags else { continue }
      before[links[index].id] = links[index].tags
      links[index].tags = tags
    }
    return before
  }

  private mutating func edit(_ ids: [SavedLink.ID], _ body: (inout SavedLink) -> Void) {
    for index in links.indices where ids.contains(links[index].id) { body(&links[index]) }
  }
}

extension [Effect] {
  /// The requested changes, without their IDs.
  var changes: [ChangeRequest] {
    compactMap { if case .write(.change(_, let request)) = $0 { request } else { nil } }
  }

  /// The requested lists.
  var listed: [SavedQuery] {
    compactMap { if case .read(.list(_, let query, _)) = $0 { query } else { nil } }
  }
}

/// Keys, or typed text.
struct KeySequence: ExpressibleByStringLiteral {
  let keys: [Key]

  init(stringLiteral text: String) { keys = text.map { Key.character($0) } }
  private init(_ key: Key) { keys = [key] }

  static func character(_ character: Character) -> KeySequence {
    KeySequence(.character(character))
  }
  static func control(_ character: Character) -> KeySequence { KeySequence(.control(character)) }
  static let enter = KeySequence(.enter)
  static let space = KeySequence(.space)
  static let left = KeySequence(.left)
  static let down = KeySequence(.down)
  static let backspace = KeySequence(.backspace)
  static let escape = KeySequence(.escape)
}

/// Updates a state with typed text and key presses.
func type(_ keys: KeySequence..., in state: inout AppState) {
  for key in keys.flatMap(\.keys) { press(key, in: &state) }
}
