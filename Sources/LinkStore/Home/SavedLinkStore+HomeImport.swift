package import Bookmarks
import Foundation
import GRDB
package import Links
import Localization
import Markup

/// The reason why a file wasn't restored. Nothing was changed.
package enum HomeImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file can't be read to its end, or the import was cancelled.
  case file(BookmarkFileError)
  /// A line can't be restored.
  case line(file: String, number: Int, message: String)
  /// The file isn't one that `raylette export` wrote.
  case foreign(file: String)
  /// The file comes from a newer version of the program.
  case newer(file: String, program: String)
  /// The end of the file is missing.
  case cut(file: String)
  /// Something is saved already.
  case occupied(file: String, path: String)
  case store(StoreError)

  /// One sentence for people that names the problem and a remedy.
  package var description: String {
    switch self {
    case .file(let error): error.description
    case .line(let file, let number, let message):
      localized("\(file):\(number): \(message); nothing was imported")
    case .foreign(let file):
      localized("\(file) isn't a file of raylette export; raylette saved import reads bookmarks")
    case .newer(let file, let program):
      localized(
        "\(file) comes from a newer version of raylette, \(program); update raylette to import it")
    case .cut(let file):
      localized("\(file) was cut off, its last lines are missing; nothing was imported")
    case .occupied(let file, let path):
      localized(
        """
        there are links, wheels or a history already, in \(path); \
        raylette saved import adds the links of \(file)
        """)
    case .store(let error): error.description
    }
  }
}

extension SavedLinkStore {
  /// Restores everything that ``exportHome(program:progress:to:)`` wrote, in one transaction. If
  /// anything is saved already, or a line can't be restored, nothing changes.
  /// - Parameter progress: called from time to time, on another thread.
  package func importHome(
    from lines: LineFile,
    progress: @escaping @Sendable (BookmarkReader.Progress) -> Void = { _ in }
  ) async throws(HomeImportError) -> HomeReport {
    let result: Result<HomeReport, HomeImportError>
    let path = file.path
    do throws(StoreError) {
      result = try await file.write { db in
        if try Self.isOccupied(db) { return .failure(.occupied(file: lines.name, path: path)) }
        var reader = HomeReader(name: lines.name)
        do {
          // Rolls back what was read before a failure.
          try db.inSavepoint {
            // They came with the program, and nothing of theirs has come up.
            for wheel in try Int64.fetchAll(db, sql: "SELECT id FROM wheel") {
              try WheelStore.remove(wheel, in: db)
            }
            // What was done before can't be undone, because restored links may have the ids of links
            // that were deleted for good.
            try db.execute(sql: "DELETE FROM change")
            try LinkTextIndex.insertingMany(in: db) {
              try reader.read(lines, progress: progress, into: db)
            }
            return .commit
          }
          return .success(reader.report)
        } catch let error as HomeImportError {
          return .failure(error)
        }
      }
    } catch .stopped {
      throw .file(.cancelled)
    } catch {
      throw .store(error)
    }
    return try result.get()
  }

  private static func isOccupied(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM link) OR EXISTS (SELECT 1 FROM visit)
          OR EXISTS (SELECT 1 FROM seenLink) OR EXISTS (SELECT 1 FROM neverAgain)
          OR EXISTS (SELECT 1 FROM reading)
          OR EXISTS (SELECT 1 FROM wheel WHERE builtIn IS NULL)
        """) == true
  }
}

/// Reads the lines of a file, and inserts their rows.
private struct HomeReader {
  let name: String
  private(set) var report = HomeReport()
  private var home = RestoredHome()
  private var number = 0
  private var hasHeader = false
  private var hasEnded = false

  init(name: String) { self.name = name }

  mutating func read(
    _ lines: LineFile, progress: (BookmarkReader.Progress) -> Void, into db: Database
  ) throws {
    var failure: (any Error)?
    do throws(BookmarkFileError) {
      try lines.read(progress: progress) { line in
        do {
          try read(line, in: db)
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw HomeImportError.file(error)
    }
    if let failure { throw failure }
    guard hasHeader else { throw HomeImportError.foreign(file: name) }
    guard hasEnded else { throw HomeImportError.cut(file: name) }
    for (wheel, id) in home.wheels {
      guard try WheelRows.isWhole(id, in: db) else {
        throw problem(
          HomeProblem(message: localized("the links of the wheel \(wheel) aren't complete")))
      }
      try WheelRows.setRange(of: id, in: db)
    }
  }

  private mutating func read(_ line: LineFile.Line, in db: Database) throws {
    number += 1
    if number % 1_000 == 0 { try Task.checkCancellation() }
    do {
      switch line {
      case .tooLong: throw HomeProblem.tooLong
      case .text(let bytes): try read(Data(bytes), in: db)
      }
    } catch let error as HomeProblem {
      throw hasHeader ? problem(error) : .foreign(file: name)
    } catch let error as DecodingError {
      throw hasHeader ? problem(HomeProblem(error)) : .foreign(file: name)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw problem(.duplicate)
    }
  }

  private func problem(_ problem: HomeProblem) -> HomeImportError {
    .line(file: name, number: number, message: problem.message)
  }

  private mutating func read(_ line: Data, in db: Database) throws {
    if hasEnded { throw HomeProblem(message: localized("it comes after the end")) }
    switch try JSONDecoder().decode(HomeContent.self, from: line) {
    case .header(let header):
      guard !hasHeader else { throw HomeProblem.duplicate }
      guard header.format == HomeHeader(program: "").format else {
        throw HomeImportError.foreign(file: name)
      }
      guard header.version <= HomeFormat.version else {
        let program = PlainText.folded(header.program, limit: 40) ?? ""
        throw HomeImportError.newer(file: name, program: program)
      }
      hasHeader = true
    case _ where !hasHeader: throw HomeImportError.foreign(file: name)
    case .record(let record):
      try record.insert(into: &home, in: db)
      report.counts[type(of: record).kind.rawValue, default: 0] += 1
    case .end(let end):
      guard end.counts == report.counts else {
        throw HomeProblem(message: localized("lines before it are missing"))
      }
      hasEnded = true
    }
  }
}

/// The content of a line, of any kind.
private enum HomeContent: Decodable {
  case header(HomeHeader)
  case record(any HomeRecord)
  case end(HomeEnd)

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: HomeLineKey.self)
    let kind = try keys.decode(String.self, forKey: .kind)
    switch kind {
    case HomeHeader.kind: self = .header(try HomeHeader(from: decoder))
    case HomeEnd.kind: self = .end(try HomeEnd(from: decoder))
    default:
      guard let kind = HomeKind(rawValue: kind) else { throw HomeProblem.unknownKind(kind) }
      self = .record(try kind.record.init(from: decoder))
    }
  }
}
