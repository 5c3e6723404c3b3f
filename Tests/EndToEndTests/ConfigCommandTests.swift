import Foundation
import TestSupport
import Testing

@testable import raylette

/// `raylette config`, and the variables that override the config file.
@Suite(.takesTurn)
struct ConfigCommandTests {
  static let mistakes: [(variable: String, file: String, error: String)] = [
    (
      "RAYLETTE_TIMEOUT=soon", "",
      "the environment: RAYLETTE_TIMEOUT takes 0.1 to 600, not \"soon\""
    ),
    (
      "RAYLETTE_MOUSE=2", "", "the environment: RAYLETTE_MOUSE takes true or false, not \"2\""
    ),
    (
      "RAYLETTE_THEME=pink", "",
      "the environment: RAYLETTE_THEME takes \(CommandRun.themeChoice), not \"pink\""
    ),
    (
      "RAYLETTE_TAB=svaed", "",
      "the environment: RAYLETTE_TAB takes spin, saved or last, not \"svaed\""
    ),
    (
      "RAYLETTE_PROXY=ftp://me:secret@p.example", "",
      "the environment: RAYLETTE_PROXY takes http://HOST:PORT or socks5://HOST:PORT"
    ),
    (
      "RAYLETTE_MOUSE=1", "mouse: true\nproxy:  ftp://me:secret@p.example",
      "~/.config/raylette/config.yml:2:9: proxy takes http://HOST:PORT or socks5://HOST:PORT"
    ),
    (
      "RAYLETTE_MOUSE=1", "browser: ' : '",
      "~/.config/raylette/config.yml:1:10: browser takes a program, or a command such as "
        + "\"firefox -P work %s\""
    ),
    (
      "RAYLETTE_MOUSE=1", "browser: [firefox]",
      "~/.config/raylette/config.yml:1:10: browser takes a text"
    ),
    (
      "RAYLETTE_MOUSE=1", "tab: Saved",
      "~/.config/raylette/config.yml:1:6: tab takes spin, saved or last, not \"Saved\""
    ),
    // A variable doesn't hide an error in the file.
    (
      "RAYLETTE_THEME=dark", "theme: pink",
      "~/.config/raylette/config.yml:1:8: theme takes \(CommandRun.themeChoice), not \"pink\""
    ),
    (
      "RAYLETTE_TIMEOUT=3", "mouse: true\ntimeout: [",
      "~/.config/raylette/config.yml:3:1: did not find expected node content"
    ),
  ]

  @Test("a wrong variable or file is one line, and nothing else happens", arguments: mistakes)
  func mistake(variable: String, file: String, error: String) async throws {
    try await withTemporaryHome { home in
      try home.configure(file)
      for command in ["", "config show", "config check"] {
        let run = try await CommandRun("\(variable) \(command)", in: home)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.error == "raylette: \(error)\n")
      }
      #expect(!FileManager.default.fileExists(atPath: home.file(".local").path()))
    }
  }

  @Test("an option overrides a variable")
  func option() async throws {
    try await withTemporaryHome { home in
      let variables = "RAYLETTE_WHEEL=none.txt RAYLETTE_THEME=light"
      let broken = try await CommandRun("\(variables) ", in: home)
      #expect(broken.error.contains("cannot read the wheel none.txt"))
      // Gets as far as the terminal, which isn't there.
      let run = try await CommandRun("\(variables) --wheel classic", in: home)
      #expect(run.exitCode == 1 && !run.error.contains("wheel"), "\(run.error)")
    }
  }

  @Test("show lists every setting with its value and where that comes from")
  func show() async throws {
    try await withTemporaryHome { home in
      try home.configure(
        """
        timeout: 7
        wheel: links.txt
        themes:
          dusk: { accent: "#d787ff", border: 240, match: bright-yellow, title: default }
        share:
          - { name: Toot, command: [toot, "{url}"] }
        searches: { Broken: "is:dead" }
        keys: { C-t: link.tag, g g: move.first, d: none }
        proxy: http://me:secret@proxy.example:3128
        """)
      let run = try await CommandRun(
        "NO_COLOR= RAYLETTE_MOUSE=0 RAYLETTE_THEME=dusk config show", in: home)
      let file = "~/.config/raylette/config.yml"
      #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
      #expect(
        run.output
          == """
          wheel\t~/.config/raylette/links.txt\t\(file):2:8
          timeout\t7\t\(file):1:10
          mouse\tfalse\tRAYLETTE_MOUSE
          animation\ttrue\tdefault
          tips\ttrue\tdefault
          accessible\tfalse\tdefault
          images\tauto\tdefault
          bidi\tauto\tdefault
          language\tauto\tdefault
          theme\tdusk\tRAYLETTE_THEME
          themes\t{"dusk":{"accent":"#d787ff","border":240,"match":"bright-yellow","title":"default"}}\t\(file):4:3
          share\t[{"command":["toot","{url}"],"name":"Toot","terminal":false}]\t\(file):6:3
          density\t\tdefault
          cache-size\t200\tdefault
          searches\t{"Broken":"is:dead"}\t\(file):7:11
          keys\t{"^T":"link.tag","d":"none","g g":"move.first"}\t\(file):8:7
          tab\tlast\tdefault
          prefetch\ttrue\tdefault
          wheel-update\t1\tdefault
          keep\t\tdefault
          browser\t\tdefault
          sync\t{"automatic":true,"every":"10 minutes","wheels":false}\tdefault
          proxy\thttp://***@proxy.example:3128\t\(file):9:8

          """)
    }
  }

  @Test("show --json has the same keys on each line; NO_COLOR and ACCESSIBLE count")
  func json() async throws {
    try await withTemporaryHome { home in
      try home.configure("timeout: 7\ntheme: dark\n")
      let run = try await CommandRun(
        "NO_COLOR=1 ACCESSIBLE=1 config show --json", in: home)
      #expect(run.exitCode == 0)
      let objects = try run.lines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(objects.compactMap { $0["key"] as? String } == Setting.all.map(\.key))
      for object in objects {
        let keys = ["column", "file", "key", "line", "source", "value", "variable"]
        #expect(object.keys.sorted() == keys)
      }
      let path = "~/.config/raylette/config.yml"
      let lines = run.lines.map(String.init)
      #expect(
        lines.contains(
          "{\"column\":10,\"file\":\"\(path)\",\"key\":\"timeout\","
            + "\"line\":1,\"source\":\"file\",\"value\":7,\"variable\":null}"))
      for line in [
        #""key":"theme","line":null,"source":"variable","value":"mono","variable":"NO_COLOR"}"#,
        #""key":"accessible","line":null,"source":"variable","value":true,"variable":"ACCESSIBLE"}"#,
      ] {
        #expect(lines.contains { $0.hasSuffix(line) })
      }
    }
  }
}
