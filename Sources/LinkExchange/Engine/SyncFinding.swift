package import Foundation
package import LinkStore
package import Links
import Localization

/// What ``SyncEngine/repair()`` found at a remote or in the store.
package enum SyncFinding: Hashable, Sendable {
  package enum Status: Hashable, Sendable {
    /// Nothing is wrong.
    case sound
    case mended
    /// The person has to do something.
    case open
  }

  /// Everything there was could be read, and agrees.
  case sound(files: Int, devices: Int)
  /// The format file was missing.
  case formatMissing
  /// Logs of another device, which were known here, are missing.
  case logsMissing(device: String)
  /// A file isn't read, for a reason.
  case refused(String)
  /// Lines of a device's logs aren't understood.
  case unreadLines(device: String, count: Int)
  case locked(String)
  case unreadable(String)
  case ahead(String)
  /// The latest change that's known here has a date that's yet to come.
  case clockAhead(Date)
  /// This device has a new name, because its log was damaged or belongs to another machine.
  case renamed(String)
  /// Links or facts differed here from what the logs say.
  case storeDiffered(links: Int, facts: Int)
  /// The logs lacked changes that are known here.
  case logsLacked(changes: Int)
  /// A device hasn't written for long.
  case silent(device: String, since: Date)

  package var status: Status {
    switch self {
    case .sound: .sound
    case .formatMissing, .logsMissing, .renamed, .storeDiffered, .logsLacked: .mended
    case .refused, .unreadLines, .locked, .unreadable, .ahead, .clockAhead, .silent: .open
    }
  }

  /// What it's about: the place, this machine, or the name of a device.
  package var subject: String {
    switch self {
    case .sound, .formatMissing, .refused, .logsLacked, .locked, .unreadable, .ahead:
      localized("place")
    case .renamed, .storeDiffered, .clockAhead: localized("this machine")
    case .logsMissing(let device), .unreadLines(let device, _), .silent(let device, _): device
    }
  }

  /// A sentence for people.
  package var text: String {
    switch self {
    case .sound(let files, let devices):
      files == 1
        ? localized("1 log of \(devices, "device") agrees with what's saved here")
        : localized("\(files.grouped) logs of \(devices, "device") agree with what's saved here")
    case .formatMissing: localized("the file format was missing; it was written again")
    case .logsMissing:
      localized("its logs were missing; what was known of them here was sent again")
    case .refused(let sentence), .locked(let sentence), .unreadable(let sentence),
      .ahead(let sentence), .renamed(let sentence):
      sentence
    case .unreadLines(_, let count):
      localized("\(count, "line") of its logs can't be understood")
    case .storeDiffered(let links, let facts):
      facts == 0
        ? localized("\(links, "link") differed from the logs and agree with them now")
        : links == 0
          ? localized("\(facts, "mark") differed from the logs and agree with them now")
          : localized(
            "\(links, "link") and \(facts, "mark") differed from the logs and agree with them now")
    case .logsLacked(let changes):
      localized("the logs lacked \(changes, "change"); sent again")
    case .clockAhead(let date):
      localized("changes were made here on \(Self.day(date)), which is yet to come")
    case .silent(_, let date):
      localized("it has written nothing since \(Self.day(date))")
    }
  }

  private static func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day())
  }

  /// What to do; nil if there's nothing to do.
  package var advice: String? {
    switch self {
    case .sound, .formatMissing, .logsMissing, .renamed, .storeDiffered, .logsLacked: nil
    case .refused: localized("rename or remove it; no device reads it")
    case .unreadLines:
      localized(
        "run raylette sync repair there; if that machine has a newer raylette, update this one")
    case .locked:
      localized(
        "restore it from a backup of the place; what was known of it here is in this machine's log")
    case .unreadable: localized("run raylette sync on that machine")
    case .ahead: nil
    case .clockAhead:
      localized("set the clock; if it's right, the next raylette sync corrects the changes")
    case .silent:
      localized(
        "nothing, if it isn't used any more: its links are here; otherwise run raylette sync there")
    }
  }
}

extension SyncFinding {
  /// A device that has written nothing for so many seconds may not be used any more.
  private static let silence: TimeInterval = 90 * 86_400

  /// What's known to a store without asking the remote.
  package static func known(
    to store: SyncStore, at date: Date
  ) async throws(StoreError) -> [SyncFinding] {
    guard let own = try await store.state()?.device else { return [] }
    let logs = try await store.logs().filter { $0.device != own }
    var findings: [SyncFinding] = []
    if let clock = try await store.clockAhead(at: date) { findings.append(.clockAhead(clock)) }
    var report = SyncEngine.Report()
    report.ahead = Set(logs.filter { $0.waitingCount > 0 }.map(\.device))
    findings += report.aheadSentence.map { [.ahead($0)] } ?? []
    for (device, logs) in Dictionary(grouping: logs, by: \.device).sorted(by: { $0.key < $1.key }) {
      let unread = logs.reduce(0) { $0 + $1.skippedCount }
      if unread > 0 { findings.append(.unreadLines(device: device, count: unread)) }
      guard let last = logs.map(\.lastChange).max(), last > 0 else { continue }
      let since = Date(syncMilliseconds: last)
      if date.timeIntervalSince(since) > silence {
        findings.append(.silent(device: device, since: since))
      }
    }
    return findings
  }
}
