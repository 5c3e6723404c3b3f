import Foundation
import TestSupport
import Testing

@testable import LinkExchange

/// The list of recipients in both kinds of remotes, without age.
@Suite(.takesTurn)
struct RecipientRemoteTests {
  /// A text that has the form of a key.
  private static func key(_ number: Int) -> String {
    let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    return "age1\(String(repeating: "q", count: 57))\(letters[number])"
  }

  @Test(
    "a place is begun with a list, and plain logs aren't written there any more",
    arguments: RemoteKind.allCases)
  func begin(kind: RemoteKind) async throws {
    try await withRemote(kind) { fixture in
      let remote = try fixture.remote()
      let error = await remoteError {
        try await remote.write([.replace("1.age", with: "x")], by: "laptop")
      }
      #expect(error == .changed("format"))
      #expect(try await remote.refresh() == SyncSnapshot())
      let begun = try await remote.change(.begin([Self.key(0)]), by: "laptop")
      #expect(begun.formatVersion == 1 && begun.recipients == [Self.key(0)])
      #expect(
        await remoteError { try await remote.change(.begin([Self.key(1)]), by: "tv") }
          == .changed("format"))
      // A list that's there stays.
      let adopted = try await remote.change(.adopt([Self.key(1)]), by: "tv")
      #expect(adopted.recipients == [Self.key(0)])

      let other = try fixture.remote("other")
      let plain = await remoteError { try await other.write([.append("a\n")], by: "tv") }
      #expect(plain == .changed("format"))
      let written = try await remote.write([.replace("1.age", with: "x")], by: "laptop")
      #expect(written.files.map(\.name) == ["1.age"] && written.recipients == [Self.key(0)])
      // What was plain before can be removed.
      #expect(try await remote.write([.remove("2")], by: "laptop") == written)
    }
  }

  @Test(
    "who changes it at once with others doesn't undo theirs, nor what they write",
    arguments: RemoteKind.allCases, [2, 8])
  func together(kind: RemoteKind, count: Int) async throws {
    try await withRemote(kind) { fixture in
      _ = try await fixture.remote().change(.begin([Self.key(31), Self.key(30)]), by: "laptop")
      try await withThrowingTaskGroup { group in
        for number in 0..<count {
          let remote = try fixture.remote("d\(number)")
          group.addTask {
            _ = try await remote.change(.add([Self.key(number)]), by: "d\(number)")
            _ = try await remote.write([.replace("1.age", with: "x")], by: "d\(number)")
          }
        }
        let remote = try fixture.remote("remover")
        group.addTask { _ = try await remote.change(.remove([Self.key(30)]), by: "remover") }
        try await group.waitForAll()
      }
      let snapshot = try await fixture.remote("reader").refresh()
      #expect(Set(snapshot.recipients) == Set((0..<count).map(Self.key) + [Self.key(31)]))
      #expect(snapshot.files.count == count)
    }
  }

  @Test(
    "public keys have a known form",
    arguments: [
      ("age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", true),
      ("AGE1QL3Z7HJY54PW3HYWW5AYYFG7ZQGVC7W3J2ELW8ZMRJ2KG5SFN9AQMCAC8P", false),
      ("age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\n", false),
      ("age1yubikey1qwt50d05nh5vutpdzmlg5wn80xq5negm4uj9ghv0snvdd3yysf5yw3rhl3t", false),
      ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOeDr8g3qZkN7mBVtWlJcP1b5nWVy0Hd0p5fYt7x1d2a", true),
      ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOeDr8g3qZkN7mBVtWlJcP1b5nWVy0Hd0p5f me@pc.home", true),
      ("ssh-rsa AAAAB3NzaC1yc2E=", true), ("ssh-dss AAAA", false), ("-o", false), ("", false),
      ("ssh-ed25519", false), ("ssh-ed25519 -AAA", false), ("ssh-rsa A;id", false),
      ("age1", false), ("github:someone", false),
    ])
  func keys(text: String, isValid: Bool) {
    #expect(SyncRecipient.isValid(text) == isValid)
  }
}
