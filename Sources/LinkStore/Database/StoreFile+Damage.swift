import GRDB
public import Links

extension StoreFile {
  /// Returns the first damage that SQLite finds in the file, or nil. Reads the whole file, but
  /// doesn't compare tables with their indexes.
  func damage() async throws(StoreError) -> String? {
    let lines = try await read { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
    return lines?.first.flatMap { $0 == "ok" ? nil : $0 }
  }
}

extension SavedLinkStore {
  /// Returns the damage in the file, or nil if there's none. Reads the whole file.
  public func damage() async throws(StoreError) -> String? { try await file.damage() }
}

extension MetadataCache {
  /// Returns the damage in the file, or nil if there's none. Reads the whole file.
  public func damage() async throws(StoreError) -> String? { try await file?.damage() }
}
