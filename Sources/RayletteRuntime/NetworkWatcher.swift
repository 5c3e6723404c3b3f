import LinkFetching
import LinkPreview
import RayletteApp

/// Reports when the machine gets a connection to a network or loses it, within two seconds, and
/// whether that's paid by its volume. While no host is found, it looks for some again.
struct NetworkWatcher: Sendable {
  let clock: any Clock<Duration>
  var isUp: @Sendable () -> Bool = { LocalNetwork.isUp }
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse
  /// Changes whenever a host is missing or found.
  var version: @Sendable () -> Int = { MissingHosts.shared.version }
  var lookAgain: @Sendable () async -> Void = {
    if MissingHosts.shared.isEveryHostMissing { await MissingHosts.shared.lookAgain() }
  }
  let post: EffectRunner.Post

  func run() async {
    var last = isUp()
    var lastVersion = version()
    if await isMetered() { post(.meterChanged(isMetered: true)) }
    while (try? await clock.sleep(for: .seconds(2))) != nil {
      let (now, version) = (isUp(), version())
      if now != last || version != lastVersion {
        // The state draws its own conclusions from missing hosts, which may be outdated by now.
        post(.networkChanged(isUp: now))
        if now, now != last { post(.meterChanged(isMetered: await isMetered())) }
        (last, lastVersion) = (now, version)
      }
      await lookAgain()
    }
  }
}
