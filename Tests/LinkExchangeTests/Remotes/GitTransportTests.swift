import Foundation
import TestSupport
import Testing

@testable import LinkExchange

/// Real connections, and what goes wrong with them.
@Suite(.takesTurn)
struct GitTransportTests {
  // MARK: - The web

  private func withServer(
    login: String? = nil, canWrite: Bool = true,
    _ body: (SyncRemoteFixture, _ port: Int) async throws -> Void
  ) async throws {
    try await withRemote(.git) { fixture in
      let server = try GitServer(
        folder: fixture.home.url, login: login, canWrite: canWrite)
      do {
        try await body(fixture, server.port)
      } catch {
        await server.close()
        throw error
      }
      await server.close()
    }
  }

  private func write(_ text: String, _ remote: GitRemote) async throws -> SyncSnapshot {
    try await remote.write([.append(text)], by: "laptop")
  }

  @Test("devices meet over the web, with a password that's never shown")
  func web() async throws {
    try await withServer(login: "me:se cret") { fixture, port in
      let laptop = try fixture.gitRemote(address: "http://me:se%20cret@127.0.0.1:\(port)/shared")
      let written = try await write("a\n", laptop)
      #expect(try await fixture.contents(written, by: laptop) == ["laptop/1": "a\n"])
      let phone = try fixture.gitRemote(
        "phone", address: "http://me:se%20cret@127.0.0.1:\(port)/shared")
      _ = try await phone.write([.append("b\n")], by: "phone")
      #expect(try await laptop.refresh().files.count == 2)

      let remote = "http://127.0.0.1:\(port)/shared"
      #expect(laptop.address.displayName == remote && laptop.address.location == remote)
      let wrong = try fixture.gitRemote("x", address: "http://me:wrong@127.0.0.1:\(port)/shared")
      #expect(await remoteError { try await wrong.refresh() } == .wrongPassword(remote: remote))
      let nobody = try fixture.gitRemote("y", address: remote)
      #expect(await remoteError { try await nobody.refresh() } == .passwordNeeded(remote: remote))
      let gone = try fixture.gitRemote("z", address: "http://me:se%20cret@127.0.0.1:\(port)/gone")
      #expect(
        await remoteError { try await gone.refresh() }
          == .missing(remote: "http://127.0.0.1:\(port)/gone"))
    }
  }

  @Test("the user's credential helper is asked, for a user if the address names one")
  func helper() async throws {
    try await withServer(login: "me:secret") { fixture, port in
      // git removes a login that the server refuses.
      let other = "http://other:wrong@127.0.0.1:\(port)\n"
      try Data("\(other)http://me:secret@127.0.0.1:\(port)\n".utf8)
        .write(to: fixture.home.file(".git-credentials"))
      try Data("[credential]\nhelper = store\n".utf8).write(to: fixture.home.file(".gitconfig"))
      let named = try fixture.gitRemote(address: "http://me@127.0.0.1:\(port)/shared")
      #expect(try await write("a\n", named).files.count == 1)
      #expect(fixture.home.text(".git-credentials")?.contains(other) == true)
      // A helper for one of several accounts on the host.
      let helper = "!f() { test $1 = get && echo password=secret; }; f"
      try Data(
        "[credential \"http://me@127.0.0.1:\(port)\"]\nhelper = \"\(helper)\"\n".utf8
      ).write(to: fixture.home.file(".gitconfig"))
      let account = try fixture.gitRemote("a", address: "http://me@127.0.0.1:\(port)/shared")
      #expect(try await account.refresh().files.count == 1)
      try Data("[credential]\nhelper = store\n".utf8).write(to: fixture.home.file(".gitconfig"))
      let nameless = try fixture.gitRemote("x", address: "http://127.0.0.1:\(port)/shared")
      #expect(try await nameless.refresh().files.count == 1)
    }
  }

  @Test("a remote that only lets us read can be read")
  func readOnly() async throws {
    try await withServer(canWrite: false) { fixture, port in
      _ = try await write("a\n", try fixture.gitRemote("owner"))
      let address = "http://127.0.0.1:\(port)/shared"
      let remote = try fixture.gitRemote(address: address)
      #expect(try await remote.refresh().files.count == 1)
      let error = await remoteError { try await remote.write([.append("b\n")], by: "phone") }
      #expect(error == .notAllowed(remote: address))
    }
  }

  @Test("a hook that refuses the push has the last word")
  func hook() async throws {
    try await withServer { fixture, port in
      try await fixture.shell(
        #"""
        mkdir -p "$SHARED/hooks"
        printf '#!/bin/sh\nprintf "only on \033[31mMondays\\n" >&2; exit 1\n' > "$SHARED/hooks/pre-receive"
        chmod +x "$SHARED/hooks/pre-receive"
        """#)
      let address = "http://127.0.0.1:\(port)/shared"
      let error = await remoteError {
        try await write("a\n", try fixture.gitRemote(address: address))
      }
      #expect(error == .refused(remote: address, reason: "only on [31mMondays"))
    }
  }

  @Test(
    "hosts that aren't there are named",
    arguments: [
      (
        "http://nothing.invalid/x",
        "can't find nothing.invalid; check the address or your connection"
      ),
      ("me@nothing.invalid:x", "can't find nothing.invalid; check the address or your connection"),
    ])
  func noHost(address: String, message: String) async throws {
    try await withRemote(.git) { fixture in
      let remote = try fixture.gitRemote(address: address)
      #expect(await remoteError { try await remote.refresh() }?.description == message)
    }
  }

  @Test("a host that refuses connections can't be reached")
  func refusedConnection() async throws {
    try await withRemote(.git) { fixture in
      let server = try GitServer(folder: fixture.home.url)
      await server.close()
      let remote = try fixture.gitRemote(address: "http://127.0.0.1:\(server.port)/x")
      guard case .unreachable = await remoteError({ try await remote.refresh() }) else {
        Issue.record("another error")
        return
      }
    }
  }

  // MARK: - Paths

  @Test("a path without a repository is an error, and so is one whose repository is removed")
  func removed() async throws {
    try await withRemote(.git) { fixture in
      let remote = try fixture.gitRemote()
      _ = try await write("a\n", remote)
      try FileManager.default.removeItem(atPath: fixture.path)
      let error = SyncRemoteError.missing(remote: fixture.path)
      #expect(await remoteError { try await remote.refresh() } == error)
      #expect(
        await remoteError { try await remote.write([.append("b\n", size: 2)], by: "laptop") }
          == error
      )
      #expect(await remoteError { try await fixture.gitRemote("new").refresh() } == error)
    }
  }

  @Test("the checked-out branch of a working copy isn't changed")
  func workingCopy() async throws {
    try await withRemote(.git) { fixture in
      try await fixture.shell("git init -q -b main work; cd work; git commit -q --allow-empty -m x")
      let path = fixture.home.file("work").path()
      let remote = try fixture.gitRemote(address: path)
      let error = await remoteError { try await write("a\n", remote) }
      #expect(
        error
          == .refused(
            remote: path, reason: "it's no bare repository; make one with git init --bare")
      )
    }
  }

  // MARK: - ssh

  /// Lets ssh talk to an sshd that's started for each connection, without any port.
  private func withSSH(
    _ body: (SyncRemoteFixture, (_ device: String) throws -> GitRemote) async throws -> Void
  ) async throws {
    try await withRemote(.git) { fixture in
      try await fixture.shell(
        #"""
        PATH=$PATH:/usr/sbin; sshd=$(command -v sshd)
        test "$(id -u)" != 0 || mkdir -p /run/sshd
        for key in host user other; do ssh-keygen -q -t ed25519 -N '' -f "$key"; done
        cp user.pub keys
        printf 'example.org %s\n' "$(cut -d' ' -f1,2 host.pub)" > known
        printf '%s\n' "HostKey $PWD/host" "AuthorizedKeysFile $PWD/keys" 'StrictModes no' \
          'UsePAM no' 'PasswordAuthentication no' 'PidFile none' > sshd_config
        printf '%s\n' "ProxyCommand $sshd -i -f $PWD/sshd_config" 'HostName example.org' \
          "User $(id -un)" "IdentityFile $PWD/user" 'IdentitiesOnly yes' 'IdentityAgent none' \
          'GlobalKnownHostsFile none' "UserKnownHostsFile $PWD/known" > ssh_config
        """#)
      try await body(fixture) { device in
        var remote = try fixture.gitRemote(device, address: "ssh://example.org\(fixture.path)")
        remote.environment["GIT_SSH_COMMAND"] = "ssh -F \(fixture.home.file("ssh_config").path())"
        return remote
      }
    }
  }

  @Test("devices meet over ssh")
  func ssh() async throws {
    try await withSSH { fixture, remote in
      let (laptop, phone) = (try remote("laptop"), try remote("phone"))
      _ = try await write("a\n", laptop)
      _ = try await phone.write([.append("b\n")], by: "phone")
      let found = try await fixture.contents(try await laptop.refresh(), by: laptop)
      #expect(found == ["laptop/1": "a\n", "phone/1": "b\n"])
    }
  }

  @Test("the ssh program in git's configuration is used")
  func sshConfiguration() async throws {
    try await withSSH { fixture, remote in
      var laptop = try remote("laptop")
      let command = laptop.environment.removeValue(forKey: "GIT_SSH_COMMAND") ?? ""
      try Data("[core]\nsshCommand = \(command)\n".utf8).write(to: fixture.home.file(".gitconfig"))
      #expect(try await write("a\n", laptop).files.count == 1)
    }
  }

  @Test(
    "what's wrong with keys is said",
    arguments: [
      (": > known", SyncRemoteError.unknownHostKey(host: "example.org")),
      (
        "printf 'example.org %s\\n' \"$(cut -d' ' -f1,2 other.pub)\" > known",
        .changedHostKey(host: "example.org")
      ),
      ("cp other.pub keys", .wrongKey(remote: "")),
    ])
  func keys(script: String, error: SyncRemoteError) async throws {
    try await withSSH { fixture, remote in
      try await fixture.shell(script)
      let remote = try remote("laptop")
      let expected =
        if case .wrongKey = error {
          SyncRemoteError.wrongKey(remote: remote.address.displayName)
        } else {
          error
        }
      #expect(await remoteError { try await remote.refresh() } == expected)
    }
  }

  @Test("a key that may only read is reported")
  func readOnlyKey() async throws {
    try await withSSH { fixture, remote in
      try await fixture.shell(
        #"""
        printf '%s\n' '#!/bin/sh' 'case $SSH_ORIGINAL_COMMAND in' \
          '*receive-pack*) echo "ERROR: The key you are authenticating with has been marked as read only." >&2; exit 1;;' \
          '*) eval "$SSH_ORIGINAL_COMMAND";; esac' > forced; chmod +x forced
        printf 'command="%s" %s\n' "$PWD/forced" "$(cat user.pub)" > keys
        """#)
      let laptop = try remote("laptop")
      #expect(try await laptop.refresh() == SyncSnapshot())
      let error = await remoteError { try await write("a\n", laptop) }
      #expect(error == .notAllowed(remote: laptop.address.displayName))
    }
  }
}
