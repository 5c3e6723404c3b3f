import Foundation
import TestSupport
import Testing

@testable import LinkExchange

struct SyncAddressTests {
  @Test(
    "addresses are understood as git does, and shown without passwords",
    arguments: [
      ("https://example.org/a.git", "https://example.org/a.git", "https://example.org/a.git"),
      (" HTTP://example.org:8080/a ", "http://example.org:8080/a", "http://example.org:8080/a"),
      ("https://me:pw@example.org/a", "https://example.org/a", "https://example.org/a"),
      ("https://pw@example.org/a", "https://example.org/a", "https://example.org/a"),
      ("ssh://me:pw@example.org:22/a", "ssh://me@example.org:22/a", "ssh://me@example.org:22/a"),
      ("me@example.org:a/b.git", "me@example.org:a/b.git", "me@example.org:a/b.git"),
      ("work:links", "work:links", "work:links"),
      ("me@[::1]:a", "me@[::1]:a", "me@[::1]:a"),
      ("/srv/a.git", "/srv/a.git", "/srv/a.git"), ("./a", "/here/a", "/here/a"),
      ("../a", "/a", "/a"), ("~/a", "/home/me/a", "/home/me/a"),
    ])
  func understood(text: String, location: String, displayName: String) throws {
    let address = try SyncAddress(text, in: "/here", home: "/home/me")
    #expect(address.location == location && address.displayName == displayName)
    #expect(!"\(address.location)\(address.displayName)".contains("pw"))
  }

  @Test(
    "what git would run, or wouldn't understand, is refused",
    arguments: [
      "", "-oProxyCommand=x", "--upload-pack=x", "ext::sh -c x", "fd::1", "file:///srv/a",
      "git://example.org/a", "ftp://example.org/a", "https://", "https:///a",
      "ssh://-oProxyCommand=x/a", "ssh://-x@example.org/a", "-x@example.org:a", "me@-x:a",
      "C:\\links", "words", "a b:c", "me@example.org", "https://example.org/\u{1B}[31m", "x::y:z",
    ])
  func refused(text: String) {
    let error = #expect(throws: SyncRemoteError.self) { try SyncAddress(text, in: "/here") }
    #expect(error?.description.contains("\u{1B}") == false)
  }

  @Test("an existing folder is a path, even without a slash")
  func folder() async throws {
    try await withTemporaryHome { home in
      let folder = home.url.path()
      try FileManager.default.createDirectory(
        at: home.file("links:x"), withIntermediateDirectories: true)
      #expect(try SyncAddress("links:x", in: folder).transport == .path)
      #expect(try SyncAddress("links:y", in: folder).transport == .ssh)
    }
  }

  @Test("a password in a wrong address isn't shown")
  func secret() {
    let error = #expect(throws: SyncRemoteError.self) {
      try SyncAddress("https://me:se cret@exa mple.org/a")
    }
    #expect(error?.description.contains("cret") == false)
  }

  @Test(
    "what git and servers say becomes a sentence",
    arguments: [
      (
        "fatal: write error: No space left on device",
        SyncRemoteError.diskFull(remote: "this computer")
      ),
      (
        "remote: fatal: write error: No space left on device\nerror: remote unpack failed",
        .diskFull(remote: "https://e.org/a")
      ),
      (
        "fatal: detected dubious ownership in repository at '/x'",
        .otherOwner(remote: "https://e.org/a")
      ),
      (
        "fatal: unable to access 'https://e.org/a/': SSL certificate problem: certificate has expired",
        .certificate(
          remote: "https://e.org/a", reason: "SSL certificate problem: certificate has expired")
      ),
      (
        "ERROR: Repository not found.\nfatal: Could not read from remote",
        .missing(remote: "https://e.org/a")
      ),
      ("warning: x\nfatal: \u{1B}[31modd", .other(remote: "https://e.org/a", reason: "[31modd")),
      ("", .other(remote: "https://e.org/a", reason: "git failed")),
    ])
  func failures(text: String, error: SyncRemoteError) throws {
    let failure = GitFailure(cause: .exit, error: text)
    #expect(failure.remoteError(at: try SyncAddress("https://e.org/a")) == error)
  }

  @Test(
    "the format says its version",
    arguments: [
      ("raylette sync 1\n", 1), ("raylette sync 12\r\nmore", 12), ("raylette sync 1", 1),
      ("raylette sync 0\n", nil), ("raylette sync -1\n", nil), ("raylette sync x\n", nil),
      ("\u{FEFF}raylette sync 1\r\n", 1), ("\u{FEFF}", nil),
      ("\u{FEFF}\u{FEFF}raylette sync 1", nil),
      ("", nil), ("raylette sync 99999999999999999999\n", nil), ("x\nraylette sync 1\n", nil),
    ])
  func formats(text: String, version: Int?) {
    #expect(SyncFormat(Array(text.utf8))?.version == version)
  }

  @Test("a byte order mark before the format isn't a part of it")
  func marks() throws {
    let list = ["age1" + String(repeating: "q", count: 58)]
    let format = try SyncFormat(recipients: list)
    #expect(SyncFormat([0xEF, 0xBB, 0xBF] + format.bytes) == format)
  }
}
