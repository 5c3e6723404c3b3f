import LinkFetching
import LinkPreview
import TaskLimits

/// Reports when the machine connects to a network or loses it, and whether the connection is
/// metered: within two seconds while somebody is there, within ten at first while there's no network,
/// otherwise within some minutes. While no host can be found, it looks some up again.
struct NetworkWatcher: Sendable {
  let clock: any Clock<Duration>
  let presence: Presence
  var isUp: @Sendable () -> Bool = { LocalNetwork.isUp }
  var isMetered: @Sendable () async -> Bool = MeteredConnection.isInUse
  /// A number that changes when a host goes missing and when a host is found again.
  var version: @Sendable () -> Int = { MissingHosts.shared.version }
  var isEveryHostMissing: @Sendable () -> Bool = { MissingHosts.shared.isEveryHostMissing }
  var lookUpAgain: @Sendable () async -> Void = {
    if MissingHosts.shared.isEveryHostMissing { await MissingHosts.shared.lookAgain() }
  }
  /// Called when the network is there again.
  var onReturn: @Sendable () -> Void = {}
  let report: News.Report
  private let signal = WakeSignal()

  /// The time between two looks while somebody is there.
  private static let pause = Duration.seconds(2)

  /// The same while there's no network.
  private static let missedPauses = Duration.seconds(10)...Duration.seconds(300)

  /// Looks, because time has passed or somebody is there.
  func lookAgain() { signal.send() }

  func run() async {
    var last = isUp()
    var lastVersion = version()
    if await isMetered() { report(.meterChanged(isMetered: true)) }
    // Somebody may wait for the network without a key, but hardly for hours.
    var missedPause = Self.missedPauses.lowerBound
    while await wait(atMost: last && !isEveryHostMissing() ? nil : missedPause) {
      let (now, version) = (isUp(), version())
      if now != last || version != lastVersion {
        // The state's own conclusions from missing hosts may be outdated by now.
        report(.networkChanged(isUp: now))
        if now, now != last { report(.meterChanged(isMetered: await isMetered())) }
        if now { onReturn() }
        (last, lastVersion) = (now, version)
      }
      await lookUpAgain()
      let isMissed = !last || isEveryHostMissing()
      missedPause =
        isMissed && !presence.isThere
        ? min(missedPause * 2, Self.missedPauses.upperBound) : Self.missedPauses.lowerBound
    }
  }

  /// - Returns: false if the task was cancelled.
  private func wait(atMost limit: Duration?) async -> Bool {
    if presence.isThere { return (try? await clock.sleep(for: Self.pause)) != nil }
    return await signal.wait(atMost: limit, clock: clock) != .cancelled
  }
}
