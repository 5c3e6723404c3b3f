import Foundation
import Testing

@testable import Links

/// What a change says about one link.
struct LinkEventTests {
  private typealias Value = LinkEvent.Value

  private static func text(_ kind: ChangeKind, _ values: [Value]?) -> String? {
    let change = LinkChange(id: 1, kind: kind, origin: .program, madeAt: .distantPast)
    return LinkEvent(change, values)?.text
  }

  @Test(
    "says what happened to a field, and what was there before if it can't be seen any more",
    arguments: [
      ("tags", "", "a\nb", "Tagged a b"), ("tags", "a\nb", "b\nc", "Tagged c, untagged a"),
      ("tags", "a", "", "Untagged a"), ("tags", "a\nb", "b\na", "Sorted the tags"),
      ("note", "", "n", "Added a note"), ("note", nil, "n", "Added a note"),
      ("note", "n", "m", "Changed the note"), ("note", "n", "", "Deleted the note"),
      ("title", nil, "T", "Changed the title"), ("title", "S", nil, "Changed the title from \"S\""),
      (
        "title", String(repeating: "x", count: 81), "T",
        "Changed the title from \"\(String(repeating: "x", count: 80))…\""
      ),
      ("url", "https://a/", "https://b/", "Changed the address from \"https://a/\""),
      ("trashedAt", nil, "1", "Removed"), ("trashedAt", "1", nil, "Restored"),
      ("readAt", nil, "1", "Marked as read"), ("readAt", "1", nil, "Marked as unread"),
      ("addedAt", nil, "1", "Never again"), ("addedAt", "1", nil, "Can come up again"),
      ("metadata", nil, "1", "Refreshed"), ("savedAt", "1", "2", "Edited"),
      ("note", "n", "n", nil),
    ] as [(String, String?, String?, String?)])
  func field(name: String, before: String?, after: String?, text: String?) {
    #expect(Self.text(.edited, [Value(name, before: before, after: after)]) == text)
  }

  @Test("steps of one change are one event, and those that cancel each other none")
  func steps() {
    let tagged = Value("tags", before: "", after: "a")
    #expect(
      Self.text(.tagged, [tagged, Value("tags", before: "a", after: "a\nb")]) == "Tagged a b")
    #expect(Self.text(.tagged, [tagged, Value("tags", before: "a", after: "")]) == nil)
    let title = Value("title", before: "S", after: "T")
    #expect(
      Self.text(.tagged, [tagged, title, Value("host", before: "a", after: "b")])
        == "Tagged a, changed the title from \"S\"")
  }

  @Test("what a page takes over with a new address isn't a mark")
  func move() {
    let values = [
      Value("url", before: "https://a/", after: "https://b/"),
      Value("readAt", before: nil, after: "1"),
    ]
    #expect(Self.text(.readdressed, values) == "Changed the address from \"https://a/\"")
  }

  @Test("the kind of the change says what the fields don't")
  func kinds() {
    let title = Value("title", before: nil, after: "T")
    #expect(Self.text(.refreshed(failed: 2), [title]) == "Refreshed, changed the title")
    let progress = Value("progress", before: "0.5", after: nil)
    #expect(Self.text(.marked(isRead: false), [progress]) == "Marked as unread")
    #expect(Self.text(.imported, nil) == "Imported" && Self.text(.saved, nil) == "Saved")
  }
}
