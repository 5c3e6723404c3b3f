import Foundation
import TestSupport
import Testing

@testable import Favorites
@testable import RayletteApp
@testable import raylette

/// Notes in the user's editor, and what's left when it fails.
@Suite(.takesTurn)
struct NoteEditorTests {
  private static let address = "https://example.org/"

  /// Returns an editor that runs a script with the file as `$1`.
  private func editor(
    _ script: String, in home: TemporaryHome, locale: String = "C.UTF-8"
  ) throws -> NoteEditor {
    try home.install("editor", script)
    return NoteEditor(environment: [
      "HOME": home.url.path(), "EDITOR": home.file("bin/editor").path(), "LC_ALL": locale,
    ])
  }

  @Test(
    "what was written is kept if the editor fails or is killed, and the next edit begins with it",
    arguments: ["", "Before"], ["exit 1", "kill -HUP $$", "kill -KILL $$"])
  func kept(note: String, end: String) async throws {
    try await withTemporaryHome { home in
      let failing = try editor("echo 'an hour' > \"$1\"; \(end)", in: home)
      let failed = await failing.edit(note, of: Self.address)
      guard case .failure(.failed(_, kept: let path?)) = failed else {
        Issue.record("\(failed)")
        return
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "an hour\n")
      #expect("\(EditorFailure.failed("vi", kept: path).sentence)".contains(path))
      // Another link's note isn't concerned.
      let looking = try editor("cat \"$1\" > \(home.file("seen").path())", in: home)
      #expect(await looking.edit("Other", of: "https://other.example/") == .success(nil))
      #expect(home.text("seen") == "Other\n")
      #expect(await looking.edit(note, of: Self.address) == .success("an hour"))
      #expect(home.text("seen") == "an hour\n")
      // It's there until the note is stored.
      #expect(FileManager.default.fileExists(atPath: path))
      looking.noteStored("an hour")
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("what was left is added to a note that has changed since")
  func changed() async throws {
    try await withTemporaryHome { home in
      _ = await (try editor("echo mine > \"$1\"; exit 1", in: home)).edit("", of: Self.address)
      let looking = try editor("true", in: home)
      #expect(await looking.edit("Theirs", of: Self.address) == .success("Theirs\n\nmine"))
    }
  }

  @Test("nothing stays of a note that wasn't changed", arguments: ["true", "exit 1", "rm \"$1\""])
  func unchanged(script: String) async throws {
    try await withTemporaryHome { home in
      _ = await (try editor(script, in: home)).edit("Note", of: Self.address)
      let folder = home.file(".local/state/raylette/notes").path()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test("an editor's own file for recovery stays where it looks for it")
  func recovery() async throws {
    try await withTemporaryHome { home in
      let script = "echo text > \"${1%/*}/.note.txt.swp\"; exit 1"
      _ = await (try editor(script, in: home)).edit("Note", of: Self.address)
      let looking = try editor(
        "cat \"${1%/*}/.note.txt.swp\" > \(home.file("seen").path())", in: home)
      #expect(await looking.edit("Note", of: Self.address) == .success(nil))
      #expect(home.text("seen") == "text\n")
    }
  }

  @Test(
    "a byte order mark and the locale decide about the character set",
    arguments: [
      (#"\357\273\277Gr\303\274n"#, "C.UTF-8", "Grün"),
      (#"\377\376G\000r\000\374\000n\000"#, "C.UTF-8", "Grün"),
      (#"\376\377\000G\000r\000\374\000n"#, "C.UTF-8", "Grün"),
      (#"Gr\374n"#, "de_DE.ISO-8859-1", "Grün"), (#"Gr\374n"#, "de_DE.ISO8859-15@euro", "Grün"),
      (#"\306\374\313\334"#, "ja_JP.eucJP", "日本"), (#"Gr\303\274n"#, "de_DE.ISO-8859-1", "Grün"),
      (#"Gr\374n"#, "C.UTF-8", nil), (#"Gr\374n"#, "C", nil),
      (#"\377\376\000\000G\000\000\000"#, "C.UTF-8", nil), (#"G\000r\000"#, "C.UTF-8", nil),
    ])
  func charset(bytes: String, locale: String, expected: String?) async throws {
    try await withTemporaryHome { home in
      let editor = try editor("printf '\(bytes)' > \"$1\"", in: home, locale: locale)
      switch await editor.edit("", of: Self.address) {
      case .success(let text): #expect(text == expected)
      case .failure(.unknownCharset(let kept)):
        #expect(expected == nil && FileManager.default.fileExists(atPath: kept))
      case .failure(let failure): Issue.record("\(failure)")
      }
    }
  }

  @Test("a note that's too long is refused, and kept")
  func tooLong() async throws {
    try await withTemporaryHome { home in
      let script = "head -c 25000 /dev/zero | tr '\\0' a > \"$1\""
      let result = await (try editor(script, in: home)).edit("", of: Self.address)
      guard case .failure(.tooLong(let refusal, let kept)) = result else {
        Issue.record("\(result)")
        return
      }
      #expect(refusal == "A note has at most 20,000 characters; this one has 25,000.")
      #expect(try Data(contentsOf: URL(filePath: kept)).count == 25_000)
    }
  }
}
