import Bookmarks
import Foundation
import GRDB
import TestSupport
import Testing

@testable import LinkStore

/// What an import records for undo.
struct AdditionRecorderTests {
  @Test("an addition is recorded as it was before a second entry for the link")
  func duplicates() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let text = """
        url,note,tags
        https://a.example/,one,x
        https://b.example/,two,
        https://a.example/,more,z
        """
      try Data(text.utf8).write(to: home.file("links"))
      _ = try await store.recording("imported", at: .now)
        .importLinks(from: BookmarkReader(file: home.file("links")), at: .now)
      let added = try await store.file.read { db in
        try String.fetchAll(
          db, sql: "SELECT after FROM shellChangeValue WHERE field = 'added' ORDER BY linkID")
      }
      #expect(added == ["x\none", "\ntwo"])
    }
  }
}
