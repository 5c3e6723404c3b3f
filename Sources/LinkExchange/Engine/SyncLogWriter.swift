import Foundation
import LinkStore
import Links

/// Collects lines for our log. A month has one file, or more if it gets large, so that files stay
/// small and old ones never change. An encrypted file has the lines of a single exchange.
struct SyncLogWriter {
  private let device: String
  private let date: Date
  private let period: String
  /// The suffix of the files' names.
  private let ending: String
  private var log: SyncLogRecord
  private var added: [UInt8] = []
  private var startLength: Int
  /// Whether the device has no files yet.
  private let isNew: Bool
  private(set) var logs: [SyncLogRecord] = []
  private var finished: [SyncFileChange] = []

  /// The size in bytes from which the next file is begun.
  static let fileSize = 4 << 20

  /// - Parameter logs: the files of this device.
  init(device: String, logs: [SyncLogRecord], isEncrypted: Bool = false, date: Date) {
    self.device = device
    self.date = date
    isNew = logs.isEmpty
    let parts = Calendar(identifier: .gregorian).dateComponents(
      in: TimeZone(secondsFromGMT: 0) ?? .current, from: date)
    let month = String(parts.month ?? 1)
    period = "\(parts.year ?? 1970)-\(month.count < 2 ? "0" : "")\(month)"
    let prefix = period
    ending = isEncrypted ? RemoteLayout.encryptedExtension : ""
    let last = logs.filter { $0.name.hasPrefix(prefix) }.max {
      Self.number($0.name) < Self.number($1.name)
    }
    log = last ?? SyncLogRecord(device: device, name: prefix + ending)
    startLength = log.length
    if log.length >= Self.fileSize || (isEncrypted && last != nil) { begin() }
  }

  /// The number in a name such as `2026-11.3`; 1 if the name has none.
  private static func number(_ name: String) -> Int {
    name.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 1
  }

  private mutating func begin() {
    log = SyncLogRecord(device: device, name: "\(period).\(Self.number(log.name) + 1)\(ending)")
    startLength = 0
  }

  mutating func add(_ line: String) {
    let start = added.count
    added += line.utf8
    added.append(UInt8(ascii: "\n"))
    log.hash = SyncHash.value(of: added[start...], after: log.hash)
    log.length += added.count - start
    if log.length >= Self.fileSize {
      finishFile()
      begin()
    }
  }

  private mutating func finishFile() {
    log.lastChange = date.syncMilliseconds
    finished.append(
      SyncFileChange(
        name: log.name,
        kind: ending.isEmpty ? .append(added, toSize: startLength) : .replace(added)))
    logs.append(log)
    added = []
  }

  /// The changes to write. No line may be added afterwards.
  var changes: [SyncFileChange] {
    mutating get {
      if !added.isEmpty || (isNew && finished.isEmpty) { finishFile() }
      return finished
    }
  }
}
