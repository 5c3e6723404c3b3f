import WheelSources
import Foundation
import Links
import LinkStore
import Localization
import Favorites
import RayletteApp

/// Reads the store for the state. Results may arrive out of order.
@MainActor
struct StoreReader {
  let saved: SavedLinkStore
  let wheels: WheelStore
  let tasks: RequestTasks
  /// Knows what isn't written yet.
  let writer: StoreWriter
  /// Says where browsers have their profiles.
  let environment: [String: String]
  let now: @Sendable () -> Date
  let post: EffectRunner.Post

  func run(_ effect: Effect.Query) {
    switch effect {
    case .list(let id, let query, let rows):
      let query = query.inReadersLanguage
      ask(id, { .saved(.listed(id, $0)) }) { saved throws(StoreError) in
        try await saved.list(query, rows: rows)
      }
    case .links(let id, let ids):
      ask(id, { .saved(.linksRead(id, $0)) }) { saved throws(StoreError) in
        try await saved.links(ids)
      }
    case .excerpts(let id, let ids, let filter):
      ask(id, { .saved(.excerptsRead(id, (try? $0.get()) ?? [:])) }) { saved throws(StoreError) in
        try await saved.excerpts(of: ids, filter: filter).mapValues(\.text)
      }
    case .recent(let id, let count):
      ask(id, { .spin(.recentRead(id, $0)) }) { saved throws(StoreError) in
        try await saved.newest(count)
      }
    case .tags(let id):
      ask(id, { .saved(.tagsRead(id, $0)) }) { saved throws(StoreError) in
        try await saved.tags()
      }
    case .facets(let id, let query):
      let query = query.inReadersLanguage
      ask(id, { .saved(.sidebar(.facetsRead(id, $0))) }) { saved throws(StoreError) in
        try await saved.facets(of: query)
      }
    case .sites(let id):
      ask(id, { .saved(.sitesRead(id, $0)) }) { saved throws(StoreError) in
        try await saved.sites()
      }
    case .history(let id, let link):
      ask(id, { .details(.historyRead(id, (try? $0.get()) ?? [])) }) { saved throws(StoreError) in
        try await saved.history(of: link)
      }
    case .makeWheel(let id, let ids):
      ask(id, { .wheel(.made(id, $0)) }) { [wheels, now] saved throws(StoreError) in
        let all = ids.isEmpty ? try await saved.list(SavedQuery()).ids : ids
        return try await wheels.open(
          try await saved.wheel(of: all), isRemembered: false, at: now())
      }
    case .wheel(let id):
      tasks.run(nil) { [wheels, post] in
        if let wheel = try? await wheels.wheel(id), !Task.isCancelled { post(.wheel(.read(wheel))) }
      }
    case .narrowing(let id, let wheel, let narrowing):
      ask(id, { .wheel(.narrowingCounted(id, (try? $0.get()) ?? nil)) }) {
        [wheels] _ throws(StoreError) in
        try await wheels.count(of: wheel, narrowedTo: narrowing).map {
          WheelState.Counts(all: $0.all, unseen: $0.unseen)
        }
      }
    case .browsers(let id):
      tasks.runConcurrently(id) { [environment, post] in
        let found = Set(BrowserProfile.all(environment: environment).map(\.browser))
        if !found.isEmpty, !Task.isCancelled {
          post(.saved(.browsersFound(WebBrowser.allCases.filter(found.contains))))
        }
      }
    case .choices(let id, let purpose, let wheel):
      let pendingVisits = purpose == .history ? writer.pendingVisits() : nil
      ask(id, after: pendingVisits, { .chooser(.choicesRead(id, $0)) }) {
        [wheels, environment, now] saved throws(StoreError) in
        switch purpose {
        case .tagging(let target):
          .tags(
            inUse: try await saved.tags(),
            ofLinks: try await saved.tags(ofLinks: target.links),
            linkCount: target.links.count)
        case .wheels: .wheels(try await wheels.allWithBuiltIn(at: now()))
        case .narrowing: .facets(try await wheels.facets(of: wheel))
        case .history: .history(try await wheels.history())
        case .never: .never(try await wheels.neverAgain())
        case .browsers:
          .browsers(
            try StoreError.mappingCancellation { () throws(CancellationError) in
              try BrowserBookmarks.counted(
                in: BrowserProfile.all(environment: environment, readsLists: true))
            })
        case .tags, .searches, .contents, .links, .changes: .wheels([])
        }
      }
    case .savedLink(let id, let urls):
      ask(
        id,
        { (result: Result<SavedLink?, StoreError>) in
          switch result {
          case .success(let link): .spin(.lookedUp(id, link))
          case .failure(let error): .program(.storeFailed(error))
          }
        }
      ) { saved throws(StoreError) in
        for url in urls { if let link = try await saved.link(for: url) { return link } }
        return nil
      }
    }
  }

  /// Sorts the links of a query before the user sees them, so that Saved opens at once.
  func prepare(_ query: SavedQuery) {
    let query = query.inReadersLanguage
    tasks.run(nil) { [saved] in _ = try? await saved.list(query) }
  }

  /// - Parameter writes: ends when what's to be read is written.
  private func ask<Value: Sendable>(
    _ id: RequestID, after writes: AsyncStream<Void>? = nil,
    _ action: @escaping @Sendable (Result<Value, StoreError>) -> Action,
    _ question: @escaping @Sendable (SavedLinkStore) async throws(StoreError) -> Value
  ) {
    tasks.runConcurrently(id) { [saved, post] in
      if let writes { for await _ in writes {} }
      let result: Result<Value, StoreError>
      do throws(StoreError) {
        result = .success(try await question(saved))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { post(action(result)) }
    }
  }
}

extension SavedQuery {
  /// The query with titles in the order of the reader's language.
  fileprivate var inReadersLanguage: SavedQuery {
    var query = self
    query.titleLanguage = Catalogue.current?.language ?? .english
    return query
  }
}

extension StoreError {
  /// Runs a body, and throws ``stopped`` if it was cancelled.
  fileprivate static func mappingCancellation<Value>(
    _ body: () throws(CancellationError) -> Value
  ) throws(StoreError) -> Value {
    do { return try body() } catch { throw .stopped }
  }
}
