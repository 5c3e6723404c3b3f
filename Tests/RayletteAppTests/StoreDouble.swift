import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

@testable import RayletteApp

/// An in-memory store that answers the effects of the state.
struct StoreDouble {
  var links: [SavedLink]
  /// The error with which every change fails, or nil if changes succeed.
  var failure: StoreError?
  /// The log of changes, the latest last.
  private var log: [Entry] = []
  /// What never comes up again.
  private(set) var never: [NeverAgain] = []

  private struct Entry {
    var request: RequestID?
    var change: LinkChange
    /// Undoes the change, or redoes it if it's undone.
    var step: Step
    /// When it was undone, in order; nil if the change holds.
    var undoOrder: Int?
  }

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
    case .read(.facets(let id, let query)):
      return .saved(.sidebar(.facetsRead(id, .success(facets(of: query)))))
    case .read(.tags(let id)): return .saved(.tagsRead(id, .success(Self.tags(of: links))))
    case .read(.choices(let id, .tags(let ids))):
      let tagged = links.filter { ids.contains($0.id) }
      let choices = Chooser.Choices.tags(
        inUse: Self.tags(of: links), ofLinks: Self.tags(of: tagged), linkCount: ids.count)
      return .chooser(.choicesRead(id, .success(choices)))
    case .read(.sites(let id)):
      let hosts = Set(links.map(\.metadata.url.displayHost)).sorted()
      return .saved(
        .sitesRead(
          id,
          .success(
            hosts.map { host in
              SavedFacets.Count(host, links.count { $0.metadata.url.displayHost == host })
            })))
    case .write(.change(let id, let request, let kind)): return change(id, request, kind)
    case .write(.undo(let id, let target)):
      let index = log.lastIndex { entry in
        guard entry.undoOrder == nil else { return false }
        return switch target {
        case .latest: true
        case .request(let request): entry.request == request
        case .change(let change): entry.change.id == change
        }
      }
      return replay(index, id, .undo)
    case .write(.redo(let id)):
      let last = log.compactMap(\.undoOrder).max()
      return replay(
        last.flatMap { last in log.firstIndex { $0.undoOrder == last } }, id, .redo)
    case .write(.saveAddresses(let id, let urls)):
      let new = urls.filter { url in !links.contains { $0.url == url } }
      let ids = new.map { url in
        let id = (links.map(\.id).max() ?? 0) + 1
        links.append(
          SavedLink(id: id, metadata: LinkMetadata(originalURL: url), savedAt: Samples.now))
        return id
      }
      if !ids.isEmpty { record(.links(.trash(ids, at: Samples.now)), .saved, as: id) }
      return .changes(
        .linksSaved(
          id,
          .success(
            AddressesSaved(
              saved: ids, known: urls.count - new.count,
              first: links.first { $0.url == urls.first }?.id))))
    case .read(.savedLink(let id, let urls)):
      return .spin(
        .lookedUp(
          id, links.first { urls.contains($0.url) && $0.trashedAt == nil }))
    case .read(.recent(let id, let count)):
      return .spin(.recentRead(id, .success(list(SavedQuery(), rows: count).firstLinks)))
    case .write(.emptyTrash(let id, let date)):
      let expired = links.filter { $0.trashedAt.map { $0 < date } ?? false }
      links.removeAll { link in expired.contains { $0.id == link.id } }
      return .changes(.trashEmptied(id, .success(expired.count)))
    case .write(.clearHistory(let id)): return .changes(.historyCleared(id, .success(3)))
    case .read(.choices(let id, .never)):
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
    record(.links(.trash([link], at: Samples.now)), .saved, as: id)
  }

  /// Makes a change as another program or an earlier session does.
  mutating func make(
    _ change: SavedChange, _ kind: ChangeKind, from origin: LinkChange.Origin, at date: Date
  ) {
    var outcome = ChangeOutcome()
    guard let inverse = apply(.links(change), &outcome) else { return }
    record(inverse, kind, as: nil, from: origin, at: date)
  }

  /// Undoes the latest change as a command does.
  mutating func undoElsewhere() {
    _ = replay(log.lastIndex { $0.undoOrder == nil }, .none, .undo)
  }

  private mutating func record(
    _ inverse: Step, _ kind: ChangeKind, as request: RequestID?,
    from origin: LinkChange.Origin = .program, at date: Date = Samples.now
  ) {
    log.removeAll { $0.undoOrder != nil }
    let id = (log.last?.change.id ?? 0) + 1
    log.append(
      Entry(
        request: request,
        change: LinkChange(id: id, kind: kind, origin: origin, madeAt: date), step: inverse))
  }

  /// Undoes or redoes an entry of the log.
  private mutating func replay(
    _ index: Int?, _ id: RequestID, _ direction: ChangeDirection
  ) -> Action {
    if let failure { return .changes(.ended(id, direction, .failure(failure))) }
    guard let index else { return .changes(.ended(id, direction, .success(ChangeOutcome()))) }
    var outcome = ChangeOutcome()
    let step = log[index].step
    if let inverse = apply(step, &outcome) { log[index].step = inverse }
    log[index].undoOrder =
      direction == .undo ? (log.compactMap(\.undoOrder).max() ?? 0) + 1 : nil
    var replayed = ReplayedChange(
      change: log[index].change, count: outcome.isOfWheels ? 1 : outcome.count)
    replayed.links = outcome.changed
    replayed.reading = outcome.reading
    if replayed.count == 1 {
      replayed.title =
        links.first { outcome.changed == [$0.id] || outcome.reading?[$0.address] != nil }?
        .metadata.displayTitle
    }
    switch step {
    case .links(.trash): replayed.trashed = outcome.changed
    case .links(.restore): replayed.restored = outcome.changed
    default: break
    }
    return .changes(.ended(id, direction, .success(ChangeOutcome(replayed))))
  }

  /// Makes a change and records its inverse, as the runner does.
  private mutating func change(
    _ id: RequestID, _ request: ChangeRequest, _ kind: ChangeKind
  ) -> Action {
    var kind = kind
    if let failure { return .changes(.ended(id, .make, .failure(failure))) }
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
      let change = ReadingChange(
        isRead: isRead ?? marked.contains { $0.reading?.readAt == nil }, marked.map(\.address),
        at: Samples.now)
      kind = .marked(isRead: change.isRead)
      step = .reading(change)
    case .never(let entry): step = .never(entry)
    case .allow(let subject): step = .allow(subject)
    }
    var outcome = ChangeOutcome()
    let inverse = step.flatMap { apply($0, &outcome) }
    if let inverse, !outcome.isEmpty { record(inverse, kind, as: id) }
    return .changes(.ended(id, .make, .success(outcome)))
  }

  private mutating func apply(_ step: Step, _ outcome: inout ChangeOutcome) -> Step? {
    switch step {
    case .links(let change):
      let inverse = apply(change)
      outcome = ChangeOutcome(changed: inverse.ids)
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

  private static func tags(of links: [SavedLink]) -> [SavedFacets.Count] {
    Set(links.flatMap(\.tags)).sorted().map { tag in
      SavedFacets.Count(tag, links.count { $0.tags.contains(tag) })
    }
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
      ids: ids, total: kept.count, firstLinks: first, isFuzzy: !similar.isEmpty,
      undo: UndoStatus(
        canUndo: log.contains { $0.undoOrder == nil },
        canRedo: log.contains { $0.undoOrder != nil }))
  }

  private func facets(of query: SavedQuery) -> SavedFacets {
    let ids = list(query, rows: 0).ids
    let listed = links.filter { ids.contains($0.id) }
    func counts(_ names: [String]) -> [SavedFacets.Count] {
      Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        .map { SavedFacets.Count($0.key, $0.value) }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
    return SavedFacets(
      states: [
        .unread: listed.count { $0.reading == nil },
        .reading: listed.count { $0.reading != nil && $0.reading?.readAt == nil },
        .untagged: listed.count { $0.tags.isEmpty }, .noted: listed.count { !$0.note.isEmpty },
        .dead: listed.count { $0.check?.outcome == .gone },
        .moved: listed.count { $0.check?.outcome.state == .moved },
      ],
      tags: counts(listed.flatMap(\.tags)),
      sites: counts(listed.map(\.metadata.url.displayHost)),
      trashCount: links.count { $0.trashedAt != nil })
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
    case .changeTags(let tags, let ids):
      return .setTags(
        retag(ids) { known in
          known.filter { !tags.removed.contains($0) }
            + tags.added.filter { !known.contains($0) }
        })
    case .setTags(let values):
      return .setTags(
        values.reduce(into: [:]) { before, value in
          before.merge(retag([value.key]) { _ in value.value }) { $1 }
        })
    case .set, .setMetadata, .setAddresses: return change
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

extension Samples {
  /// What happened to a link, in the program, in the shell and on another device.
  static let events = [
    event(4, .tagged, .shell, days: 2, "Tagged swift ios"),
    event(3, .noted, .program, days: 3, "Added a note"),
    event(
      2, .received(from: "laptop-4kx9q2"), .device, days: 8,
      "Changed the title from \"Old\", tagged books"),
    event(1, .imported, .shell, days: 21, "Imported"),
  ]

  private static func event(
    _ id: Int64, _ kind: ChangeKind, _ origin: LinkChange.Origin, days: Double, _ text: String
  ) -> LinkEvent {
    LinkEvent(
      LinkChange(id: id, kind: kind, origin: origin, madeAt: now - days * 86_400), text: text)
  }
}

extension ChangeOutcome {
  /// The outcome of an undo or a redo of a change of this session.
  static func replayed(
    _ kind: ChangeKind, _ links: [SavedLink.ID] = [], leftCount: Int = 0,
    trashed: [SavedLink.ID] = [], restored: [SavedLink.ID] = [], reading: ReadingChange? = nil
  ) -> ChangeOutcome {
    let change = LinkChange(id: 1, kind: kind, origin: .program, madeAt: Samples.now)
    let isOfLinks = leftCount > 0 || !links.isEmpty
    var replayed = ReplayedChange(
      change: change, count: isOfLinks ? links.count : reading?.count ?? 1, leftCount: leftCount)
    replayed.links = links
    (replayed.trashed, replayed.restored, replayed.reading) = (trashed, restored, reading)
    return ChangeOutcome(replayed)
  }
}

extension [Effect] {
  /// The requested changes, without their IDs.
  var changes: [ChangeRequest] {
    compactMap { if case .write(.change(_, let request, _)) = $0 { request } else { nil } }
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
  static let tab = KeySequence(.tab)
  static let home = KeySequence(.home)
}

/// Updates a state with typed text and key presses.
func type(_ keys: KeySequence..., in state: inout AppState) {
  for key in keys.flatMap(\.keys) { press(key, in: &state) }
}
