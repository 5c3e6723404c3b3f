import GRDB
public import Links

extension StoreFile {
  /// Returns the first thing that SQLite finds wrong in the file, or nil if there's nothing. Reads
  /// the whole file, but doesn't compare tables with their indexes.
  func damage() async throws(StoreError) -> String? {
    let lines = try await read { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
    return lines?.first.flatMap { $0 == "ok" ? nil : $0 }
  }
}

extension SavedLinkStore {
  /// Returns what's damaged in the file, or nil if nothing is. Reads the whole file.
  public func damage() async throws(StoreError) -> String? { try await file.damage() }
}

extension MetadataCache {
  /// Returns what's damaged in the file, or nil if nothing is. Reads the whole file.
  public func damage() async throws(StoreError) -> String? { try await file?.damage() }
}
