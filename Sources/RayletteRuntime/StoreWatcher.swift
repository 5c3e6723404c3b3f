import LinkStore
import RayletteApp

/// Reports when another program changes the saved links, within half a second.
struct StoreWatcher: Sendable {
  let saved: SavedLinkStore
  let clock: any Clock<Duration>
  let post: EffectRunner.Post

  func run() async {
    var token = try? await saved.externalChangeToken()
    while (try? await clock.sleep(for: .milliseconds(500))) != nil {
      if let news = saved.takeFileEvent() { post(.program(.storeFailed(news))) }
      guard let now = try? await saved.externalChangeToken(), now != token else { continue }
      token = now
      post(.program(.storeChanged))
    }
  }
}
