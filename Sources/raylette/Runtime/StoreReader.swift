import Foundation
import LinkStore
import RayletteApp

/// Reads the store for the state. Answers may arrive out of order.
@MainActor
struct StoreReader {
  let saved: SavedLinkStore
  let tasks: RequestTasks
  let post: EffectRunner.Post

  func run(_ effect: Effect.Query) {
    switch effect {
    case .list(let id, let query, let rows):
      ask(id, { .savedListed(id, $0) }) { saved throws(StoreError) in
        try await saved.list(query, rows: rows)
      }
    case .links(let id, let ids):
      ask(id, { .savedRead(id, $0) }) { saved throws(StoreError) in try await saved.links(ids) }
    case .recent(let id, let count):
      ask(id, { .recentRead(id, $0) }) { saved throws(StoreError) in
        try await saved.newest(count)
      }
    case .tags(let id):
      ask(id, { .tagsRead(id, $0) }) { saved throws(StoreError) in
        try await saved.tags().map { TagCount(tag: $0.tag, count: $0.count) }
      }
    case .wheel(let id, let ids):
      ask(id, { .wheelMade(id, $0) }) { saved throws(StoreError) in
        try await saved.wheel(of: ids)
      }
    case .savedLink(let id, let urls):
      ask(
        id,
        { (result: Result<SavedLink?, StoreError>) in
          switch result {
          case .success(let link): .spinLookedUp(id, link)
          case .failure(let error): .storeFailed(error)
          }
        }
      ) { saved throws(StoreError) in
        for url in urls { if let link = try await saved.link(for: url) { return link } }
        return nil
      }
    }
  }

  private func ask<Value: Sendable>(
    _ id: RequestID, _ answer: @escaping @Sendable (Result<Value, StoreError>) -> Action,
    _ question: @escaping @Sendable (SavedLinkStore) async throws(StoreError) -> Value
  ) {
    tasks.run(id) { [saved, post] in
      let result: Result<Value, StoreError>
      do throws(StoreError) {
        result = .success(try await question(saved))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { post(answer(result)) }
    }
  }
}
