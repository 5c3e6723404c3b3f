import Foundation
import LinkStore
import LinkSync

/// Collects lines for our log: in files of a month, or more if there's much, so that none gets large
/// and old ones never change. Those that are encrypted are of a single exchange.
struct SyncLogWriter {
  private let device: String
  private let date: Date
  private let period: String
  /// The end of the files' names.
  private let ending: String
  private var log: SyncLogRecord
  private var added: [UInt8] = []
  private var startLength: Int
  /// Whether the device has no files yet.
  private let isNew: Bool
  private(set) var logs: [SyncLogRecord] = []
  private var finished: [SyncFileChange] = []

  /// From how many bytes on the next file is begun.
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
    ending = isEncrypted ? SyncLayout.encryptedExtension : ""
    let last = logs.filter { $0.name.hasPrefix(prefix) }.max {
      Self.number($0.name) < Self.number($1.name)
    }
    log = last ?? SyncLogRecord(device: device, name: prefix + ending)
    startLength = log.length
    if log.length >= Self.fileSize || (isEncrypted && last != nil) { begin() }
  }

  /// The number in `2026-11.3`; 1 if there's none.
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

  /// What's to be written. Adds nothing afterwards.
  var changes: [SyncFileChange] {
    mutating get {
      if !added.isEmpty || (isNew && finished.isEmpty) { finishFile() }
      return finished
    }
  }
}
