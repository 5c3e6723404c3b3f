import Foundation
import Subprocess
import TestSupport
import Testing

private let hasAge = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
  FileManager.default.isExecutableFile(atPath: "\($0)/age")
}

/// The promise that passwords, access tokens and keys are in no message, in no list of processes,
/// and in no file but the one that needs them.
@Suite(.takesTurn)
struct SecretPromiseTests {
  /// A password that nothing else on this computer has.
  private let secret = "pw" + UUID().uuidString.replacing("-", with: "").lowercased()

  /// The names of the files in a home that contain a text.
  private func files(with text: String, in home: TemporaryHome) -> Set<String> {
    let root = home.url.path(percentEncoded: false)
    let below = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let found = below.filter { path in
      guard let bytes = try? Data(contentsOf: home.file(path)) else { return false }
      return bytes.firstRange(of: Data(text.utf8)) != nil
    }
    return Set(found.map { URL(filePath: $0).lastPathComponent })
  }

  // MARK: - Messages

  /// Commands that fail, with an address in `$url`.
  private static let failures = [
    "preview $url", "preview ftp:$url", "preview --check $url", "read $url", "saved remove $url",
    "saved show $url", "saved tag $url --add x", "saved open $url",
    "saved add ftp:$url", "wheel add w $url", "wheel add w ftp:$url",
    "spin --wheel $url", "sync init $url", "sync init ${url}:x/", "sync init --folder $url",
    "saved import $url", "$url",
  ]

  @Test(
    "a message has no password of an address, and no token in place of the name",
    arguments: failures, ["me:SECRET", "SECRET"])
  func message(command: String, login: String) async throws {
    try await withTemporaryHome { home in
      let login = login.replacing("SECRET", with: secret)
      // Nothing listens on the port.
      let url = "http://\(login)@127.0.0.1:9/x"
      let run =
        command.hasPrefix("sync init")
        // Git would read the settings of whoever runs the tests.
        ? try await CommandRun(shell: "url=\(url); $raylette \(command)", in: home)
        : try await CommandRun(command.replacing("$url", with: url), in: home)
      #expect(run.exitCode != 0)
      #expect(!run.error.contains(secret) && !run.output.contains(secret), "\(run.error)")
    }
  }

  @Test(
    "a message has no password of a proxy",
    arguments: [
      "preview http://a.example/", "saved keep", "doctor", "config show", "config check",
    ],
    [
      "http://me:SECRET@127.0.0.1:9", "me:SECRET@127.0.0.1:9", "socks5://me:SECRET@127.0.0.1:9",
    ])
  func proxy(command: String, proxy: String) async throws {
    try await withTemporaryHome { home in
      _ = try await home.saved("add", "http://a.example/")
      let proxy = proxy.replacing("SECRET", with: secret)
      // What goes to the web has the proxies of its process.
      let isApart = ["preview", "saved"].contains(where: command.hasPrefix)
      for setting in ["http_proxy", "HTTPS_PROXY", "all_proxy", "RAYLETTE_PROXY"] {
        let run =
          isApart
          ? try await CommandRun(shell: "\(setting)=\(proxy) $raylette \(command)", in: home)
          : try await CommandRun("\(setting)=\(proxy) \(command)", in: home)
        #expect(!(run.error + run.output).contains(secret), "\(setting): \(run.error)")
      }
      #expect(files(with: secret, in: home).isEmpty)
      try home.configure("proxy: \"\(proxy)\"")
      let run = try await CommandRun(shell: "$raylette \(command)", in: home)
      #expect(!(run.error + run.output).contains(secret), "\(run.error)")
      #expect(files(with: secret, in: home) == ["config.yml"])
    }
  }

  // MARK: - Servers

  @Test("cookies and logins of servers aren't kept, and a login is sent to its host only")
  func servers() async throws {
    try await withServer(["*": .page("<title>Elsewhere</title>")]) { other in
      let target = other.url("/other", name: "localhost").absoluteString
      let cookie = "Set-Cookie: session=\(secret)c; Max-Age=99999"
      let page = Answer.page(
        "<title>Inside</title><p>\(String(repeating: "Some words, and more. ", count: 60))".utf8,
        headers: [cookie])
      let routes: [String: Answer] = [
        "/page": page, "/away": .status(302, headers: ["Location: \(target)", cookie]),
      ]
      try await withServer(routes) { server in
        try await withTemporaryHome { home in
          let address = server.url("/").absoluteString.replacing("http://", with: "")
          for command in ["preview", "preview --check", "read"] {
            for path in ["page", "away"] {
              let run = try await CommandRun(
                shell: "$raylette \(command) http://me:\(secret)@\(address)\(path)", in: home)
              #expect(!run.error.contains(secret), "\(run.error)")
            }
          }
          #expect(server.requests.contains { $0.header("Authorization") != nil })
          #expect(!other.requests.isEmpty)
          #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })
          #expect(other.requests.allSatisfy { $0.header("Cookie") == nil })
          #expect(files(with: secret + "c", in: home).isEmpty)
        }
      }
    }
  }

  // MARK: - Other programs

  @Test(
    "no program has a login of a git repository among its arguments",
    arguments: ["me:SECRET", "SECRET", "SECRET:", "SECRET:x-oauth-basic", ":SECRET"])
  func arguments(login: String) async throws {
    let gate = AsyncGate()
    let answer = Answer([.gate(gate), .text(Answer.head(500, headers: ["Content-Length: 0"]))])
    try await withServer(["*": answer]) { server in
      try await withTemporaryHome { home in
        let login = login.replacing("SECRET", with: secret)
        let address = "http://\(login)@127.0.0.1:\(server.port)/links.git"
        try Data(address.utf8).write(to: home.file("address"))
        let running = Task {
          try await CommandRun(shell: #"$raylette sync init "$(cat address)""#, in: home)
        }
        await server.wait { !$0.isEmpty }
        let processes = try await Subprocess.run(
          .name("ps"), arguments: ["-axww", "-o", "args="], output: .string(limit: 1 << 24),
          error: .discarded
        ).standardOutput.split(separator: "\n")
        gate.open()
        // What the user typed is in the arguments of the program itself.
        let others = processes.filter { !$0.contains("raylette sync init http") }
        #expect(others.contains { $0.contains("127.0.0.1:\(server.port)/links.git") })
        #expect(others.filter { $0.contains(secret) } == [])
        let run = try await running.value
        #expect(run.exitCode == 1 && !run.error.contains(secret), "\(run.error)")
        #expect(files(with: secret, in: home) == ["address"])
      }
    }
  }

  @Test("the login of a git repository is in the file of the saved links only")
  func repository() async throws {
    try await withTemporaryHome { shared in
      _ = try await CommandRun(shell: "git init -q --bare -b main links.git", in: shared)
      let server = try GitServer(folder: shared.url, login: "me:\(secret)")
      try await withTemporaryHome { home in
        let address = "http://me:\(secret)@127.0.0.1:\(server.port)/links.git"
        let commands = [
          "saved add https://a.example/", "sync init \(address)", "sync status", "sync invite",
          "sync devices", "sync", "sync repair", "doctor", "saved log", "config show",
        ]
        for command in commands {
          let run = try await CommandRun(shell: "$raylette \(command)", in: home)
          #expect(run.exitCode == 0, "\(command): \(run.error)")
          #expect(!(run.output + run.error).contains(secret), "\(command)")
        }
        let port = server.port
        await server.close()
        let failed = try await CommandRun(
          shell: "$raylette sync; $raylette sync status; $raylette sync repair", in: home)
        #expect(failed.output.contains("127.0.0.1:\(port)/links.git"))
        #expect(!(failed.output + failed.error).contains(secret))
        let kept = files(with: secret, in: home)
        #expect(!kept.isEmpty && kept.allSatisfy { $0.hasPrefix("saved.sqlite") }, "\(kept)")
        #expect(files(with: secret, in: shared).isEmpty)
      }
    }
  }

  @Test("a secret key of age stays in its file", .enabled(if: hasAge, "age isn't installed"))
  func secretKey() async throws {
    try await withTemporaryHome { home in
      try home.configure("sync: {identity: ~/keys.txt}")
      let made = try await CommandRun(
        shell: "age-keygen -o keys.txt 2> /dev/null; age-keygen -y keys.txt", in: home)
      let key = try #require(made.lines.first.map(String.init), "\(made.error)")
      let keys = try #require(home.text("keys.txt"))
      let secretKey = try #require(keys.split(separator: "\n").last.map(String.init))
      func output(_ commands: String...) async throws -> String {
        var output = ""
        for command in commands {
          let run = try await CommandRun(shell: "$raylette \(command)", in: home)
          output += run.output + run.error
        }
        return output
      }
      let worked = try await output(
        "saved add https://a.example/", "sync init --folder ~/place --recipient \(key)",
        "sync", "sync invite", "sync recipients", "sync status", "doctor", "config show")
      #expect(worked.contains("encrypted for 1 recipient"))
      #expect(!worked.uppercased().contains("AGE-SECRET-KEY"))
      // A key that age can't read, which it might quote.
      let broken = secretKey.dropLast(3) + "AAA"
      try Data("\(broken)\n".utf8).write(to: home.file("keys.txt"))
      let failed = try await output(
        "saved add https://b.example/", "sync", "sync status", "sync repair", "doctor",
        "sync recipients add \(secretKey)", "sync recipients add \(secretKey.lowercased())",
        "sync leave", "sync init --folder ~/other --recipient \(secretKey)")
      #expect(!failed.uppercased().contains("AGE-SECRET-KEY"), "\(failed)")
      #expect(files(with: "AGE-SECRET-KEY", in: home) == ["keys.txt"])
    }
  }
}
