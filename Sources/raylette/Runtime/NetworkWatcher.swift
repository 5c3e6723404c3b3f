import LinkPreview
import RayletteApp

/// Reports when the machine gets a connection to a network or loses it, within two seconds.
struct NetworkWatcher: Sendable {
  let clock: any Clock<Duration>
  var isUp: @Sendable () -> Bool = { LocalNetwork.isUp }
  let post: EffectRunner.Post

  func run() async {
    var last = isUp()
    while (try? await clock.sleep(for: .seconds(2))) != nil {
      let now = isUp()
      guard now != last else { continue }
      last = now
      post(.networkChanged(isUp: now))
    }
  }
}
