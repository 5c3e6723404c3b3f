import LinkFetching
import LinkPreview
import RayletteApp

/// Reports within two seconds when the machine connects to a network or loses it, and whether the
/// connection is metered. While no host can be found, it looks some up again.
struct NetworkWatcher: Sendable {
  let clock: any Clock<Duration>
  var isUp: @Sendable () -> Bool = { LocalNetwork.isUp }
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse
  /// A number that changes when a host goes missing and when a host is found again.
  var version: @Sendable () -> Int = { MissingHosts.shared.version }
  var lookAgain: @Sendable () async -> Void = {
    if MissingHosts.shared.isEveryHostMissing { await MissingHosts.shared.lookAgain() }
  }
  let post: EffectRunner.Post

  func run() async {
    var last = isUp()
    var lastVersion = version()
    if await isMetered() { post(.program(.meterChanged(isMetered: true))) }
    while (try? await clock.sleep(for: .seconds(2))) != nil {
      let (now, version) = (isUp(), version())
      if now != last || version != lastVersion {
        // The state's own conclusions from missing hosts may be outdated by now.
        post(.program(.networkChanged(isUp: now)))
        if now, now != last { post(.program(.meterChanged(isMetered: await isMetered()))) }
        (last, lastVersion) = (now, version)
      }
      await lookAgain()
    }
  }
}
