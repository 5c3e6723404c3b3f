import Foundation
import LinkExchange
import TaskLimits
import TestSupport
import Testing

/// A session through every screen as a screen reader says it, in accessible mode. `session.txt` has
/// its keys and utterances; `UPDATE_FRAMES=1` writes these again after a change on purpose.
@Suite(.takesTurn)
struct HeardTests {
  @Test("a session says what its transcript says, on plain lines")
  func lines() async throws {
    try await withSession { session in
      try await withPseudoTerminal(
        .init(), arguments: session.arguments, environment: session.variables, keepsOutput: true,
        in: session.home
      ) { terminal in
        let isWriting = ProcessInfo.processInfo.environment["UPDATE_FRAMES"] == "1"
        try await session.hear(isWriting: isWriting, terminal, through: terminal) {
          Utterances(terminal.output).texts
        }
        #expect(Utterances(terminal.output).strangers == [])
      }
    }
  }

  static let reader = "/usr/bin/yasr"

  @Test(
    "yasr, a screen reader for terminals, says the same",
    .enabled(if: FileManager.default.isExecutableFile(atPath: reader), "needs yasr"))
  func yasr() async throws {
    try await withSession { session in
      let pipe = session.home.file("speech").path()
      try #require(mkfifo(pipe, 0o600) == 0)
      // It outlives yasr, because it has the terminal that it reads from itself.
      try session.home.install("speech", "echo $$ > ~/speech.pid; exec cat > \(pipe)")
      defer {
        if let id = session.home.text("speech.pid").flatMap({ Int32($0.dropLast()) }) {
          kill(id, SIGKILL)
        }
      }
      let arguments = session.arguments.map { "'\($0)'" }.joined(separator: " ")
      try session.home.install("program", "exec \(TerminalDriver.program) \(arguments)")
      let settings = session.home.file("yasr.conf")
      try FileManager.default.copyItem(at: URL(filePath: "/etc/yasr/yasr.conf"), to: settings)
      try await withPseudoTerminal(
        .init(), arguments: [pipe], program: "/bin/cat", keepsOutput: true, in: session.home
      ) { server in
        try await withPseudoTerminal(
          .init(),
          arguments: [
            "-C", settings.path(), "-s", "emacspeak server", "-p",
            "|\(session.home.file("bin/speech").path())", session.home.file("bin/program").path(),
          ],
          environment: session.variables, program: Self.reader, in: session.home
        ) { terminal in
          try await session.hear(isWriting: false, terminal, through: server) {
            Self.speech(server.output)
          }
        }
      }
    }
  }

  /// Returns the utterances in what a reader sent to a speech server: `q {Saved}`.
  private static func speech(_ output: [UInt8]) -> [String] {
    let log = String(decoding: output.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    return log.matches(of: /(?s)q \{(.*?)\}\n/).compactMap { match in
      // How yasr says these signs.
      let text = match.1.replacing("number ", with: "#").replacing("right bracket", with: "]")
      let words = text.split(whereSeparator: \.isWhitespace)
      // It says "blank" of a screen that was cleared for another program.
      return words.isEmpty || words == ["blank"] ? nil : words.joined(separator: " ")
    }
  }

  @Test("the start is short, a movement says one line, and every utterance has words")
  func lengths() throws {
    let steps = try Transcript().steps
    let start = try #require(steps.first)
    #expect(start.heard.count <= 5 && start.words <= 30)
    for step in steps {
      #expect(step.heard.allSatisfy { $0.contains { $0.isLetter || $0.isNumber } }, "\(step)")
    }
    let movements = steps.filter { ["Down", "j", "k", "v", "G"].contains($0.keys) }
    #expect(movements.count >= 5)
    for step in movements where !step.isInText {
      // The end of a page marks it as read.
      let moved = step.heard.filter { !$0.hasPrefix("Marked ") }
      #expect(moved.count <= 1 && step.words <= 20, "\(step)")
    }
  }

  // MARK: - The session

  private struct Session {
    let home: TemporaryHome
    let port: Int
    let arguments: [String]
    var variables: [String: String] {
      [
        "EDITOR": home.file("bin/editor").path(), "ACCESSIBLE": "1", "ESCDELAY": "5",
        "GIT_CONFIG_GLOBAL": "/dev/null", "DISPLAY": ":0",
        "PATH": "\(home.file("bin").path()):/usr/bin:/bin",
      ]
    }

    /// Types the keys of the transcript one after the other, each when everything before was heard.
    func hear(
      isWriting: Bool, _ terminal: PseudoTerminal, through reader: PseudoTerminal,
      _ all: () -> [String]
    ) async throws {
      var transcript = ""
      var count = 0
      for step in try Transcript().steps {
        terminal.type(step.typed)
        let wanted = step.lasting(step.heard).sorted()
        if isWriting {
          // Until nothing more comes. Half of the time limit is one pause.
          var size = -1
          repeat {
            size = terminal.output.count
            let pause: Duration = step.keys == "wait" ? .seconds(5) : .seconds(1)
            _ = await terminal.wait(within: pause) { false }
          } while size != terminal.output.count && step.keys != "wait"
        } else {
          let before = count
          _ = await reader.wait(within: .seconds(20)) {
            let heard = all().dropFirst(before).filter { $0 != step.keys }
            return step.lasting(Array(heard)).count >= wanted.count
          }
        }
        let utterances = all()
        // A reader may say the typed letter as well.
        let heard = utterances.dropFirst(count).filter { $0 != step.keys }.map(plain)
        count = utterances.count
        transcript += "\(step.keys)\n" + heard.map { "  \($0)\n" }.joined()
        // Frames that come close together may be one, so that the order changes.
        if !isWriting { #expect(step.lasting(heard).sorted() == wanted, "after \(step.keys)") }
      }
      if isWriting { try Data(transcript.utf8).write(to: Transcript.url) }
    }

    /// The utterance without what differs from run to run.
    private func plain(_ text: String) -> String {
      text.replacing(":\(port)/", with: ":PORT/")
        .replacing(/^fetched: .*/, with: "fetched: TIME")
        .replacing(/^saved: .*/, with: "saved: TIME")
        .replacing(/^read: [0-9]+ [A-Z].*/, with: "read: TIME")
        .replacing(/kept .* ago/, with: "kept TIME ago")
        .replacing(/in use, [a-z0-9]+,/, with: "in use, TIME,")
        .replacing(/^(place|this device|last): .*/) { "\($0.1): HERE" }
    }
  }

  private func withSession(_ body: (Session) async throws -> Void) async throws {
    @Sendable func page(_ title: String) -> Answer {
      .page(
        """
        <html lang=en><head><title>\(title)</title><meta name=author content="Ann Writer">
        <meta name=description content="How a shell starts other programs."></head><body><article>
        <h1>\(title)</h1><p>A shell reads a line, and starts the program that the line names. It
        waits for its end, says how it ended, and reads the next line until there is no more.</p>
        <h2>Reading a line</h2><p>A line ends where the user says so. The page
        <a href="/2">Pipes and Files</a> has more about what stands in it.</p>
        <ul><li>words between spaces</li><li>words between quotes</li></ul>
        <pre><code>fork()\nexec()</code></pre>
        <p>That is all there is to a shell, and all else is a program that it starts. A good second
        step are pipes between programs.</p></article></body></html>
        """)
    }
    let article = page("A Shell in C")
    // Its first visitor waits in vain.
    let visits = Locked(0)
    let answers = [
      "/late": Answer { _ in
        visits.withLock {
          $0 += 1
          return $0
        } == 1 ? Answer([.hang]) : page("Words and Quotes")
      },
      "/missing": Answer.status(404), "/1": article, "/2": article,
      "/3": article,
    ]
    try await withServer(answers) { server in
      try await withTemporaryHome { home in
        let port = try #require(server.url("/").port)
        let wheel = try home.wheel(server.url("/late"), server.url("/missing"), server.url("/1"))
        let links = zip(1...3, ["A Shell in C", "Kites and Files", "A Small Editor"])
          .map { "- [\($1)](\(server.url("/\($0)")))\n" }
        try Data(links.joined().utf8).write(to: home.file("links.md"))
        try home.configure("keep: off\nimages: never\nsync: {automatic: false}\n")
        try home.install("xclip", "exec cat > /dev/null")
        try home.install("editor", "echo Read the part about pipes. > \"$1\"")
        let place = home.file("place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        for arguments in [
          ["saved", "import", home.file("links.md").path()],
          ["sync", "init", "--folder", place.path()],
        ] {
          let run = try await CommandRun(arguments, in: home)
          #expect(run.exitCode == 0, "\(run.error)")
        }
        try await body(
          Session(
            home: home, port: port,
            arguments: wheel.split(separator: " ").map(String.init) + [
              "--seed", "3", "--timeout", "8",
            ]))
      }
    }
  }
}

extension Transcript.Step {
  /// Returns utterances without "Loading", if the step has a result, which may come within the same
  /// frame.
  fileprivate func lasting(_ utterances: [String]) -> [String] {
    func isResult(_ text: String) -> Bool { !text.hasPrefix("Loading ") }
    return heard.contains(where: isResult) ? utterances.filter(isResult) : utterances
  }

  fileprivate var words: Int {
    heard.reduce(0) { $0 + $1.split(separator: " ").count }
  }

  /// Whether a paragraph was read, which may have any length.
  fileprivate var isInText: Bool { heard.first.map { $0.hasSuffix(".") } == true }
}
