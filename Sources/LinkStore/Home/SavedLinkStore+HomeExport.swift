import Bookmarks
import Foundation
import GRDB
package import Links
import TaskLimits

/// What was exported or restored.
package struct HomeReport: Hashable, Sendable {
  /// The number of lines of each kind.
  package internal(set) var counts: [String: Int] = [:]
  /// The number of damaged rows, which were left out.
  package internal(set) var damagedCount = 0
  /// The number of wheels whose list of sources is damaged. Of each, the sound sources were exported.
  package internal(set) var damagedWheelCount = 0

  /// The number of links, also of those in the trash.
  package var linkCount: Int { counts[HomeKind.link.rawValue] ?? 0 }
  /// The number of kept texts.
  package var textCount: Int { counts[HomeKind.text.rawValue] ?? 0 }
  /// The number of wheels.
  package var wheelCount: Int { counts[HomeKind.wheel.rawValue] ?? 0 }
  /// The number of cards in the history.
  package var visitCount: Int { counts[HomeKind.visit.rawValue] ?? 0 }
}

extension SavedLinkStore {
  /// Writes everything that can't be made or fetched again, as it was at one moment, though other
  /// programs may write meanwhile. See ``HomeFormat``. Memory doesn't grow with the store.
  ///
  ///     let result = try await store.exportHome(program: "1.0.0") { handle.write(Data($0)) }
  /// - Parameters:
  ///   - program: the version of the program.
  ///   - progress: called from time to time, on another thread, with the number of lines.
  ///   - sink: takes the next bytes, on another thread. It may block.
  /// - Returns: the error of the sink, if there was one.
  package func exportHome<Failure: Error>(
    program: String, progress: @escaping @Sendable (_ lines: Int) -> Void = { _ in },
    to sink: @escaping @Sendable ([UInt8]) throws(Failure) -> Void
  ) async throws(StoreError) -> Result<HomeReport, Failure> {
    let hasBegun = Locked(false)
    let path = file.path
    let result = try await file.read { db -> Result<HomeReport, Failure> in
      // A read that failed is repeated. What was written can't be taken back.
      guard
        !hasBegun.withLock({ begun in
          defer { begun = true }; return begun
        })
      else {
        throw StoreError.busy(path: path)
      }
      var writer = HomeWriter(sink: sink, progress: progress)
      do {
        try writer.write(db, program: program)
        return .success(writer.report)
      } catch {
        guard let failure = error as? Failure else { throw error }
        return .failure(failure)
      }
    }
    // There's no file, and none can be created.
    guard let result else { throw writeError ?? .busy(path: path) }
    return result
  }
}

/// Writes the lines of a file.
private struct HomeWriter<Failure: Error> {
  let sink: @Sendable ([UInt8]) throws(Failure) -> Void
  let progress: @Sendable (_ lines: Int) -> Void
  var report = HomeReport()
  private var buffer: [UInt8] = []
  private var lineCount = 0
  /// The ids of the links that were left out.
  private var damagedLinks: Set<DatabaseValue> = []

  init(
    sink: @escaping @Sendable ([UInt8]) throws(Failure) -> Void,
    progress: @escaping @Sendable (_ lines: Int) -> Void
  ) {
    self.sink = sink
    self.progress = progress
  }

  mutating func write(_ db: Database, program: String) throws {
    let header = HomeHeader(program: program)
    try add([UInt8](StoredJSON.data(of: HomeLine(kind: HomeHeader.kind, content: header))))
    for kind in HomeKind.allCases { try write(kind, db) }
    let end = HomeEnd(counts: report.counts)
    try add([UInt8](StoredJSON.data(of: HomeLine(kind: HomeEnd.kind, content: end))))
    try sink(buffer)
  }

  private mutating func write(_ kind: HomeKind, _ db: Database) throws {
    let rows = try Row.fetchCursor(db, sql: kind.record.rows)
    while let row = try rows.next() {
      // What belongs to a link can't be restored without it.
      if let link = row["linkID"] as DatabaseValue?, damagedLinks.contains(link) { continue }
      if let line = try line(of: row, kind) {
        try add(line)
        report.counts[kind.rawValue, default: 0] += 1
        if kind.record.isPartlyDamaged(row) { report.damagedWheelCount += 1 }
      } else {
        report.damagedCount += 1
        if kind == .link, let id = row["id"] as DatabaseValue? { damagedLinks.insert(id) }
      }
    }
  }

  /// Returns nil for a damaged row.
  private func line(of row: Row, _ kind: HomeKind) throws -> [UInt8]? {
    do {
      let line = try kind.record.line(of: row)
      // A longer one couldn't be read again. Only a damaged row has one.
      return (line?.count ?? 0) <= LineFile.lineLimit ? line : nil
    } catch is RowDecodingError {
      return nil
    } catch is DecodingError {
      return nil
    }
  }

  private mutating func add(_ line: [UInt8]) throws {
    buffer += line
    buffer.append(UInt8(ascii: "\n"))
    lineCount += 1
    if lineCount % 1_000 == 0 {
      try Task.checkCancellation()
      progress(lineCount)
    }
    guard buffer.count >= 1 << 16 else { return }
    try sink(buffer)
    buffer.removeAll(keepingCapacity: buffer.count <= 1 << 20)
  }
}
