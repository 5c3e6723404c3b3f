import Favorites
import Foundation
import LinkStore
import Links
import Localization
import RayletteApp
import TaskLimits

/// Reads the store for the state. Answers may arrive out of order.
extension EffectRunner {
  /// Reads what an effect will ask for, when the terminal shows the first frame: sorts the links that
  /// the Saved tab will list, so that it opens at once.
  func prepare(_ query: SavedQuery) {
    tasks.run(nil) { [library] in _ = try? await library.saved.list(query.inReadersLanguage) }
  }

  func run(_ query: Effect.Query) {
    switch query {
    case .list(let id, let query, let rows):
      ask(id, { .saved(.listed(id, $0)) }) { library throws(StoreError) in
        try await library.saved.list(query.inReadersLanguage, rows: rows)
      }
    case .links(let id, let ids):
      ask(id, { .saved(.linksRead(id, $0)) }) { library throws(StoreError) in
        try await library.saved.links(ids)
      }
    case .excerpts(let id, let ids, let filter):
      ask(id, { .saved(.excerptsRead(id, (try? $0.get()) ?? [:])) }) {
        library throws(StoreError) in
        try await library.saved.excerpts(of: ids, filter: filter).mapValues(\.text)
      }
    case .keptText(let id, let link):
      ask(id, { .saved(.textRead(id, (try? $0.get()) ?? nil)) }) { library throws(StoreError) in
        try await library.saved.keptArticle(of: link)?.article
      }
    case .recent(let id, let count):
      ask(id, { .spin(.recentRead(id, $0)) }) { library throws(StoreError) in
        try await library.saved.newest(count)
      }
    case .tags(let id):
      ask(id, { .saved(.tagsRead(id, $0)) }) { library throws(StoreError) in
        try await library.saved.tags()
      }
    case .facets(let id, let query):
      ask(id, { .saved(.sidebar(.facetsRead(id, $0))) }) { library throws(StoreError) in
        try await library.saved.facets(of: query.inReadersLanguage)
      }
    case .sites(let id):
      ask(id, { .saved(.sitesRead(id, $0)) }) { library throws(StoreError) in
        try await library.saved.sites()
      }
    case .history(let id, let link):
      ask(id, { .details(.historyRead(id, (try? $0.get()) ?? [])) }) { library throws(StoreError) in
        try await library.saved.history(of: link)
      }
    case .savedLink(let id, let urls):
      ask(id, { .savedLink($0, of: id) }) { library throws(StoreError) in
        for url in urls { if let link = try await library.saved.link(for: url) { return link } }
        return nil
      }
    case .makeWheel(let id, let ids):
      ask(id, { .wheel(.made(id, $0)) }) { library throws(StoreError) in
        let all = ids.isEmpty ? try await library.saved.list(SavedQuery()).ids : ids
        return try await library.wheels.open(
          try await library.saved.wheel(of: all), isRemembered: false, at: library.now())
      }
    case .wheel(let id):
      tasks.run(nil) { [library, post] in
        guard let wheel = try? await library.wheels.wheel(id), !Task.isCancelled else { return }
        post(.wheel(.read(wheel)))
      }
    case .narrowing(let id, let wheel, let narrowing):
      ask(id, { .wheel(.narrowingCounted(id, (try? $0.get()) ?? nil)) }) {
        library throws(StoreError) in
        try await library.wheels.count(of: wheel, narrowedTo: narrowing).map {
          WheelState.Counts(all: $0.all, unseen: $0.unseen)
        }
      }
    case .browsers(let id):
      tasks.runConcurrently(id) { [library, post] in
        let found = library.changes.browsers()
        if !found.isEmpty, !Task.isCancelled { post(.saved(.browsersFound(found))) }
      }
    case .choices(let id, let question):
      let visits = question == .history ? writes.pendingVisits() : nil
      ask(id, after: visits, { .chooser(.choicesRead(id, $0)) }) { library throws(StoreError) in
        switch question {
        case .tags(let ids):
          .tags(
            inUse: try await library.saved.tags(),
            ofLinks: try await library.saved.tags(ofLinks: ids), linkCount: ids.count)
        case .wheels: .wheels(try await library.wheels.allWithBuiltIn(at: library.now()))
        case .facets(let wheel): .facets(try await library.wheels.facets(of: wheel))
        case .history: .history(try await library.wheels.history())
        case .never: .never(try await library.wheels.neverAgain())
        case .browsers: .browsers(try library.changes.bookmarks())
        }
      }
    }
  }

  /// - Parameter writes: ends when what's to be read is written.
  private func ask<Value: Sendable>(
    _ id: RequestID, after writes: AsyncStream<Void>? = nil,
    _ action: @escaping @Sendable (Result<Value, StoreError>) -> Action,
    _ question: @escaping @Sendable (LinkLibrary) async throws(StoreError) -> Value
  ) {
    tasks.runConcurrently(id) { [library, post] in
      if let writes { for await _ in writes {} }
      let result = await Result { () async throws(StoreError) in try await question(library) }
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
