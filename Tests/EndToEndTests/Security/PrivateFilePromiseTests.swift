import Foundation
import LinkStore
import TestSupport
import Testing

/// The promise that only their owner can read the files that Raylette keeps, whatever the umask.
@Suite(.takesTurn)
struct PrivateFilePromiseTests {
  /// The folders that Raylette makes in a home.
  private static let folders = [".local", ".cache", ".config"]

  /// Returns the paths below the folders with their permissions.
  private func permissions(in home: TemporaryHome) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for folder in Self.folders {
      let root = home.file(folder).path(percentEncoded: false)
      guard FileManager.default.fileExists(atPath: root) else { continue }
      let below = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      for path in [root] + below.map({ "\(root)/\($0)" }) {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        found[path] = try #require(attributes[.posixPermissions] as? Int)
      }
    }
    return found
  }

  private func expectPrivate(
    in home: TemporaryHome, including names: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let permissions = try permissions(in: home)
    for (path, mode) in permissions.sorted(by: { $0.key < $1.key }) {
      #expect(
        mode & 0o077 == 0, "\(path) \(String(mode, radix: 8))", sourceLocation: sourceLocation)
    }
    for name in names {
      #expect(
        permissions.keys.contains { $0.hasSuffix(name) }, "\(name)", sourceLocation: sourceLocation)
    }
  }

  private static let page = Answer.page(
    """
    <head><title>A picture page</title><meta property="og:site_name" content="The Site">
    <meta property="og:image" content="/i.png"><meta property="og:image:width" content="400">
    <meta property="og:image:height" content="200"></head>
    <body><p>\(String(repeating: "A sentence with several words, and a comma. ", count: 40))</p>
    """)

  private static let picture = Answer.page(
    PNG.file(width: 400, height: 200) { _, _ in (255, 0, 0) }, type: "image/png")

  @Test("of the commands", arguments: ["000", "022", "077"])
  func commands(umask: String) async throws {
    try await withServer(["/page": Self.page, "/i.png": Self.picture]) { server in
      try await withTemporaryHome { home in
        let url = server.url("/page").absoluteString
        let run = try await CommandRun(
          shell: """
            umask \(umask) && set -e
            $raylette preview '\(url)'
            $raylette saved add '\(url)' --tag x && $raylette saved keep
            echo '\(url)' > list.txt && $raylette wheel add mine list.txt
            $raylette spin --wheel mine
            EDITOR=true $raylette config edit
            git init -q --bare shared.git && $raylette sync init ./shared.git
            $raylette saved add https://a.example/ && $raylette sync
            """, in: home)
        #expect(run.exitCode == 0, "\(run.error)")
        try expectPrivate(
          in: home,
          including: [
            "raylette/saved.sqlite", "raylette/metadata.sqlite", "raylette/sync/lock",
            ".git/objects", ".git/config", "raylette/config.yml",
          ])
      }
    }
  }

  @Test("of the screen, with its pictures and the session", arguments: ["000", "022"])
  func screen(umask: String) async throws {
    try await withServer(["/page": Self.page, "/i.png": Self.picture]) { server in
      try await withTerminal { terminal in
        // Made by somebody else, and a file from before.
        let state = terminal.home.file(".local/state/raylette")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let session = state.appending(path: "session.json")
        try Data("{}".utf8).write(to: session)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o666], ofItemAtPath: session.path(percentEncoded: false))
        try await terminal.run("umask \(umask)")
        try await terminal.spinUpCard(try terminal.home.wheel(server.url("/page")))
        let cache = MetadataCache(
          location: StoreLocation(environment: terminal.home.environment, folder: "raylette"))
        try await waitUntil { await cache.image(for: server.url("/i.png")) != nil }
        try await terminal.saveCard()
        try await terminal.quit()
        for folder in [".local", ".local/state", ".local/state/raylette"] {
          let path = terminal.home.file(folder).path(percentEncoded: false)
          try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        }
        try expectPrivate(
          in: terminal.home,
          including: ["raylette/saved.sqlite", "raylette/metadata.sqlite", "session.json"])
      }
    }
  }

  @Test("but files where the user wants them follow the umask")
  func exports() async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(
        shell: """
          umask 022 && $raylette saved add https://a.example/ > /dev/null
          $raylette saved export --format markdown --with-text notes > /dev/null
          $raylette sync init --folder "$HOME/place" > /dev/null
          find notes place -type f -exec stat -c %a {} + | sort -u
          """, in: home)
      #expect(run.output == "644\n", "\(run.error)")
    }
  }
}
