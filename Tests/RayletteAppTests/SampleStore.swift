import Articles
import Dispatch
import Favorites
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import Synchronization
import TerminalGrid
import TestSupport

@testable import LinkStore
@testable import RayletteApp

/// The program's store in a folder of its own. Answers the effects of a state at once, with what the
/// program's runner calls.
struct SampleStore {
  /// The error with which every change fails, or nil if changes succeed.
  var failure: StoreError?
  private let open: OpenStore
  /// The ids of the links in the order of the sample, and then in that of their saves.
  private var order: [SavedLink.ID]

  init(links: [SavedLink]) {
    open = OpenStore()
    order = []
    self.links = links
  }

  /// All links, the trash included. Setting them isn't a change in the log.
  var links: [SavedLink] {
    get {
      let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
      return open.links.sorted {
        (places[$0.id] ?? .max, $0.id) < (places[$1.id] ?? .max, $1.id)
      }
    }
    set {
      order = newValue.map(\.id)
      open.replace(newValue)
    }
  }

  /// Answers what a state asks when it begins. What the store lists of some links is asked once,
  /// because almost all tests begin with such a list.
  static func answer(_ query: Effect.Query, from links: [SavedLink]) -> Action? {
    switch query {
    case .list(let id, let query, let rows):
      let question = Question(links: links, query: query, rows: rows)
      return .saved(.listed(id, .success(listing(question))))
    case .recent(let id, let count):
      let question = Question(links: links, query: SavedQuery(), rows: count)
      return .spin(.recentRead(id, .success(listing(question).firstLinks)))
    default: return nil
    }
  }

  private struct Question: Hashable {
    var links: [SavedLink]
    var query: SavedQuery
    var rows: Int
  }

  private static let listings = Mutex<[Question: SavedListing]>([:])

  private static func listing(_ question: Question) -> SavedListing {
    if let known = listings.withLock({ $0[question] }) { return known }
    let listing = SampleStore(links: question.links).open.value {
      try await $0.library.saved.list(question.query, rows: question.rows)
    }
    listings.withLock { $0[question] = listing }
    return listing
  }

  /// What never comes up again.
  var never: [NeverAgain] { open.value { try await $0.library.wheels.neverAgain() } }

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

  /// - Returns: nil for effects that other parts of the program carry out.
  func answer(_ effect: Effect) -> Action? {
    switch effect {
    case .read(let query): answer(query)
    case .write(.change(let id, let request, let kind)):
      .changes(.ended(id, .make, change { try await $0.make(request, kind, as: id) }))
    case .write(.undo(let id, let target)):
      .changes(.ended(id, .undo, change { try await $0.undo(target) }))
    case .write(.redo(let id)):
      .changes(.ended(id, .redo, change { try await $0.library.changes.redo() }))
    case .write(.save(let id, let metadata)):
      .changes(.linkSaved(id, open.result { try await $0.save(metadata, as: id) }))
    case .write(.saveAddresses(let id, let urls)):
      .changes(.linksSaved(id, open.result { await $0.save(urls, as: id) }))
    case .write(.emptyTrash(let id, let date)):
      .changes(
        .trashEmptied(
          id, open.result { try await $0.library.saved.emptyTrash(removedBefore: date) }))
    case .write(.clearHistory(let id)):
      .changes(.historyCleared(id, open.result { try await $0.library.wheels.clearHistory() }))
    case .fetch(.spin): WheelDouble.answer(effect)
    default: nil
    }
  }

  private func answer(_ query: Effect.Query) -> Action? {
    switch query {
    case .list(let id, let query, let rows):
      .saved(.listed(id, open.result { try await $0.library.saved.list(query, rows: rows) }))
    case .links(let id, let ids):
      .saved(.linksRead(id, open.result { try await $0.library.saved.links(ids) }))
    case .facets(let id, let query):
      .saved(
        .sidebar(.facetsRead(id, open.result { try await $0.library.saved.facets(of: query) })))
    case .keptText(let id, let link):
      .saved(
        .textRead(id, open.value { try await $0.library.saved.keptArticle(of: link)?.article }))
    case .tags(let id): .saved(.tagsRead(id, open.result { try await $0.library.saved.tags() }))
    case .sites(let id): .saved(.sitesRead(id, open.result { try await $0.library.saved.sites() }))
    case .recent(let id, let count):
      .spin(.recentRead(id, open.result { try await $0.library.saved.newest(count) }))
    case .savedLink(let id, let urls):
      .spin(
        .lookedUp(
          id,
          open.value {
            for url in urls {
              if let link = try await $0.library.saved.link(for: url) { return link }
            }
            return nil
          }))
    case .choices(let id, .tags(let ids)):
      .chooser(
        .choicesRead(
          id,
          open.result {
            let saved = $0.library.saved
            return .tags(
              inUse: try await saved.tags(), ofLinks: try await saved.tags(ofLinks: ids),
              linkCount: ids.count)
          }))
    case .choices(let id, .never):
      .chooser(
        .choicesRead(id, open.result { .never(try await $0.library.wheels.neverAgain()) }))
    case .makeWheel(let id, let ids):
      // The wheels of the samples can be spun without a page.
      .wheel(
        .made(
          id, .success(WheelDouble.add(open.value { try await $0.wheel(of: ids) }, isKept: false)))
      )
    default: nil
    }
  }

  private func change(
    _ body: @escaping @Sendable (OpenStore) async throws -> ChangeOutcome
  ) -> Result<ChangeOutcome, StoreError> {
    failure.map { .failure($0) } ?? open.result(body)
  }

  /// Makes a change as another program or an earlier session does.
  func make(
    _ change: SavedChange, _ kind: ChangeKind, from origin: LinkChange.Origin, at date: Date
  ) {
    open.value {
      _ = try await $0.library.saved.recording(kind, from: origin, at: date).apply(change, at: date)
    }
  }

  /// Keeps the text of a link's page.
  func keep(_ article: Article, of id: SavedLink.ID) {
    open.value {
      guard let link = try await $0.library.saved.links([id]).first else { return }
      _ = try await $0.library.saved.keep(article, of: id, at: link.address, date: Samples.now)
    }
  }

  /// Undoes the latest change as a command does.
  func undoElsewhere() { open.value { _ = try await $0.library.changes.undo(nil) } }
}

/// A store that is open until nobody needs it any more, and its folder.
private final class OpenStore: Sendable {
  let library: LinkLibrary
  private let folder: URL
  /// The entries of the changes in the log.
  private let entries = Mutex<[RequestID: LinkChange.ID]>([:])

  init() {
    folder = TemporaryHome.folder.appending(path: "raylette-sample-\(UUID().uuidString.prefix(18))")
    let location = StoreLocation(
      dataFile: folder.appending(path: "saved.sqlite"),
      cacheFile: folder.appending(path: "metadata.sqlite"))
    do {
      let saved = try SavedLinkStore(location: location)
      library = LinkLibrary(
        saved: saved, wheels: WheelStore(sharing: saved), cache: MetadataCache(location: location),
        environment: [:], now: { Samples.now })
    } catch {
      fatalError("The store of a test can't be opened: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func make(
    _ request: ChangeRequest, _ kind: ChangeKind, as id: RequestID
  ) async throws(StoreError) -> ChangeOutcome {
    let (change, kind) = try await library.changes.change(for: request, kind)
    return keep(id, await library.changes.make(change, kind))
  }

  func undo(_ target: UndoTarget) async throws(StoreError) -> ChangeOutcome {
    switch target {
    case .latest: return try await library.changes.undo(nil)
    case .change(let change): return try await library.changes.undo(change)
    case .request(let request):
      guard let change = entries.withLock({ $0[request] }) else { return ChangeOutcome() }
      return try await library.changes.undo(change)
    }
  }

  func save(_ metadata: LinkMetadata, as id: RequestID) async throws(StoreError) -> SaveOutcome {
    keep(id, try await library.changes.save(metadata))
  }

  func save(_ urls: [URL], as id: RequestID) async -> AddressesSaved {
    keep(id, await library.changes.save(urls).0)
  }

  private func keep<Value>(_ id: RequestID, _ recorded: LinkChanges.Recorded<Value>) -> Value {
    entries.withLock { $0[id] = recorded.entry }
    return recorded.value
  }

  func wheel(of ids: [SavedLink.ID]) async throws(StoreError) -> Wheel {
    let all = ids.isEmpty ? try await library.saved.list(SavedQuery()).ids : ids
    return try await library.saved.wheel(of: all)
  }

  /// All links, the trash included, in no order.
  var links: [SavedLink] {
    value {
      try await $0.library.saved.file.read { db in
        try Row.fetchAll(db, sql: SavedLinkStore.selection).map(SavedLinkStore.link)
      } ?? []
    }
  }

  /// Stores these links and no others, without an entry in the log.
  func replace(_ links: [SavedLink]) {
    let stored = Set(self.links)
    value { store in
      try await store.library.saved.file.change { journal in
        for link in stored.subtracting(links) {
          try journal.db.execute(sql: "DELETE FROM link WHERE id = ?", arguments: [link.id])
        }
        for link in links where !stored.contains(link) {
          var record = try LinkRecord(link)
          if link.pageTitle != nil {
            var page = link.metadata
            page.title = link.pageTitle
            record.metadata = try StoredJSON.data(of: page)
          }
          try record.insert(in: journal.db)
          try SavedLinkStore.set(
            link.reading ?? ReadingState(), of: LinkKey.key(of: link.address), at: Samples.now,
            in: journal)
        }
      }
    }
  }

  func result<Value: Sendable>(
    _ body: @escaping @Sendable (OpenStore) async throws -> Value
  ) -> Result<Value, StoreError> {
    let (end, outcome) = (DispatchSemaphore(value: 0), Outcome<Value>())
    Task(executorPreference: OwnThreads.shared) {
      let result: Result<Value, StoreError>
      do {
        result = .success(try await body(self))
      } catch let error as StoreError {
        result = .failure(error)
      } catch {
        fatalError("The store of a test failed: \(error)")
      }
      outcome.result.withLock { $0 = result }
      end.signal()
    }
    end.wait()
    return outcome.result.withLock { $0 } ?? .failure(.stopped)
  }

  @discardableResult
  func value<Value: Sendable>(
    _ body: @escaping @Sendable (OpenStore) async throws -> Value
  ) -> Value {
    switch result(body) {
    case .success(let value): return value
    case .failure(let error): fatalError("The store of a test failed: \(error)")
    }
  }

  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, StoreError>?>(nil)
  }
}

/// Runs what a test waits for. The threads that run tests are as few as the cores, and all of them may
/// be waiting.
private final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()
  private let queue = DispatchQueue(label: "sample stores", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
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
