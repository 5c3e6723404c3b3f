package import Foundation
import GRDB
import LinkSync
package import Links
import Markup

/// Decides what a log of this device still has to say.
extension SyncStore {
  /// The lines of our log that others can do without.
  package struct Replaced: Sendable {
    /// The devices whose logs are at the remote as they were read here, and this one.
    package var devices: Set<String>
    /// The latest change of this device that was sent, in milliseconds since 1970.
    package var lastSent: Int64

    package init(devices: Set<String>, lastSent: Int64) {
      (self.devices, self.lastSent) = (devices, lastSent)
    }

    /// Whether a value with this time is in a log, so that values that it replaces can go.
    fileprivate func contains(_ time: SyncTime) -> Bool {
      time.milliseconds <= lastSent && devices.contains(time.device)
    }
  }

  /// Returns the lines of a log without the values that were replaced since.
  ///
  /// Lines that aren't understood stay, because a later version may have written them. So do lines
  /// with a time in the future, because they don't replace anything yet.
  /// - Parameter lines: whole lines.
  package func compacted(
    _ lines: Data, of device: String, without replaced: Replaced, at date: Date
  ) async throws(StoreError) -> Data {
    try await file.readFromWriter { db in
      let limit = try SyncClock.fetch(in: db)?.limit(at: date) ?? .max
      var kept = Data()
      for line in lines.split(separator: UInt8(ascii: "\n")) {
        let entry = SyncEntry(Data(line), device: device)
        switch entry {
        case .link(let operation) where operation.time.isPlausible(by: limit):
          guard let remaining = try Self.remaining(operation, without: replaced, in: db) else {
            continue
          }
          if remaining == operation {
            kept.append(contentsOf: line)
          } else {
            kept.append(contentsOf: SyncLine.text(remaining, device: device).utf8)
          }
        case .fact(let fact) where fact.time.isPlausible(by: limit):
          let known = try SyncFact.fetch(fact.subject, in: db)
          if let known, known.time > fact.time, replaced.contains(known.time) { continue }
          kept.append(contentsOf: line)
        default: kept.append(contentsOf: line)
        }
        kept.append(UInt8(ascii: "\n"))
      }
      return kept
    } ?? lines
  }

  /// Returns an operation without the fields that were replaced; nil if none is left.
  private static func remaining(
    _ operation: SyncOperation, without replaced: Replaced, in db: Database
  ) throws -> SyncOperation? {
    guard let address = WebAddress(operation.address),
      let times = try String.fetchOne(
        db.cachedStatement(sql: "SELECT times FROM syncLink WHERE key = ?"),
        arguments: [LinkKey.key(of: address)])
    else { return operation }
    let known = SyncTimes.registers(times, values: [:]).fields
    let old = operation.fields.keys.filter { field in
      known[field].map { $0.time > operation.time && replaced.contains($0.time) } ?? false
    }
    if old.isEmpty { return operation }
    var registers = LinkRegisters()
    registers.merge(operation)
    for field in old { registers.fields[field] = nil }
    return registers.operation(on: operation.address, at: operation.time)
  }

  /// The bytes of our logs that had to stay when they were looked at last; 0 if they never were.
  package func keptSize() async throws(StoreError) -> Int {
    try await file.readFromWriter { try Int.fetchOne($0, sql: "SELECT keptSize FROM syncState") }
      .flatMap(\.self) ?? 0
  }

  package func note(keptSize: Int) async throws(StoreError) {
    try await file.write { db in
      try db.execute(sql: "UPDATE syncState SET keptSize = ?", arguments: [keptSize])
    }
  }
}
