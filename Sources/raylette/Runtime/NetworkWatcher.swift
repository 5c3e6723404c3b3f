import LinkPreview
import RayletteApp

/// Reports when the machine gets a connection to a network or loses it, within two seconds, and
/// whether that's paid by its volume.
struct NetworkWatcher: Sendable {
  let clock: any Clock<Duration>
  var isUp: @Sendable () -> Bool = { LocalNetwork.isUp }
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse
  let post: EffectRunner.Post

  func run() async {
    var last = isUp()
    if await isMetered() { post(.meterChanged(isMetered: true)) }
    while (try? await clock.sleep(for: .seconds(2))) != nil {
      let now = isUp()
      guard now != last else { continue }
      last = now
      post(.networkChanged(isUp: now))
      if now { post(.meterChanged(isMetered: await isMetered())) }
    }
  }
}
