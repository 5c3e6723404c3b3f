import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// Fetches what imports leave out.
extension EffectRunner {
  /// Begins to fetch pages that never were, eight at a time, once the screen has rested on them for
  /// half a second; what was under way of this kind is given up. Nobody asked for any of it, so a page
  /// that can't be had is told to the state, and not to the person.
  func missingFetch(_ ids: [SavedLink.ID], post: @escaping Post) -> Task<Void, Never> {
    missing?.cancel()
    let task = Task { [saved, clock] in
      guard !ids.isEmpty, (try? await clock.sleep(for: .milliseconds(500))) != nil,
        let links = try? await saved.links(ids)
      else { return }
      let byID = Dictionary(uniqueKeysWithValues: links.map { ($0.id, $0) })
      await withTaskGroup(of: Void.self) { group in
        for (number, id) in ids.enumerated() {
          guard let link = byID[id] else { continue }
          if number >= 8 { await group.next() }
          group.addTask {
            let isKept = await Self.fetch(link, keepingIn: saved)
            if !Task.isCancelled { post(.missingFetched(id, isKept: isKept)) }
          }
        }
      }
    }
    missing = task
    return task
  }

  nonisolated private static func fetch(
    _ link: SavedLink, keepingIn saved: SavedLinkStore
  ) async -> Bool {
    let provider = LinkMetadataProvider(timeout: .seconds(10))
    guard let metadata = try? await provider.metadata(for: link.url) else { return false }
    return (try? await saved.fillIn(metadata, of: link.id)) != nil
  }
}
