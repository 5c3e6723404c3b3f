package import Foundation
package import LinkExchange
import LinkStore
import TaskLimits

/// What goes on while a front end is open, whatever the user does: looks for what other programs
/// and devices changed, and for the network, exchanges links, keeps texts, reads the sources of
/// wheels again, makes backups, and tells the time.
package struct Background: Sendable {
  private let presence: Presence
  private let store: StoreWatcher
  private let network: NetworkWatcher
  /// Nil without an exchange with other devices.
  private let sync: SyncScheduler?
  private let archiver: BackgroundArchiver
  private let backups: DailyBackups
  private let updater: WheelUpdater
  private let clock: any Clock<Duration>
  private let report: News.Report
  private let signal = WakeSignal()

  /// - Parameters:
  ///   - wheelAge: see ``WheelUpdater``.
  ///   - sync: nil without an exchange with other devices.
  ///   - folder: where copies of a repository are.
  package init(
    for library: LinkLibrary, wheelAge: TimeInterval? = nil, sync settings: SyncSettings? = nil,
    folder: SyncFolder, report: @escaping News.Report
  ) {
    let (saved, clock, now) = (library.saved, library.clock, library.now)
    let presence = Presence(isThere: true, now: now)
    let archiver = BackgroundArchiver(keeper: library.archiver, clock: clock)
    let sync = settings.map {
      SyncScheduler(
        store: SyncStore(sharing: saved), folder: folder, settings: $0, clock: clock,
        presence: presence, report: report)
    }
    store = StoreWatcher(
      saved: saved, clock: clock,
      onChange: {
        archiver.lookAgain()
        sync?.lookAgain()
      }, report: report)
    network = NetworkWatcher(
      clock: clock, presence: presence, onReturn: { archiver.lookAgain() }, report: report)
    backups = DailyBackups(saved: saved, clock: clock, now: now)
    updater = WheelUpdater(wheels: library.wheels, age: wheelAge, now: now, report: report)
    (self.presence, self.archiver, self.sync) = (presence, archiver, sync)
    (self.clock, self.report) = (clock, report)
  }

  /// Runs until the task is cancelled.
  package func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await store.run() }
      group.addTask { await network.run() }
      group.addTask { await sync?.run() }
      group.addTask { await archiver.run() }
      group.addTask { await backups.run() }
      group.addTask { await keepTime() }
    }
  }

  /// Notes that the user did something, because others' changes are wanted soon while somebody is
  /// there.
  package func noteUse() {
    // Those who look often already needn't be told.
    guard presence.noteUse() else { return }
    signal.send()
    sync?.lookAgain()
  }

  /// Notes that the user came back to the window.
  package func noteReturn() {
    noteUse()
    sync?.noteReturn()
  }

  /// Exchanges changes with other devices now.
  package func exchange() async { await sync?.exchange(waits: true) }

  /// Reads the sources of wheels again that were read long enough ago.
  package func updateWheels() async { await updater.run() }

  /// Sends what the other devices don't have yet, if that's quick.
  package func finish() async { await sync?.finish() }

  /// How often the time is told while somebody is there, and while nobody is.
  private static let pauses = (used: Duration.seconds(30), idle: Duration.seconds(300))

  /// Tells the time, and looks for news that nothing reports: with ``DailyBackups``, the only work of
  /// a program that nobody uses. Does both at once when somebody comes back.
  private func keepTime() async {
    let (used, idle) = Self.pauses
    while await signal.wait(atMost: presence.isThere ? used : idle, clock: clock) != .cancelled {
      report(.timePassed(presence.now()))
      store.lookAgain()
      network.lookAgain()
    }
  }
}
