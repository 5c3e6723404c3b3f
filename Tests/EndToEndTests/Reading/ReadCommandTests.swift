import Foundation
import TestSupport
import Testing

/// `raylette read`.
@Suite(.takesTurn)
struct ReadCommandTests {
  private static let sentence =
    "A ray starts at the camera, hits the nearest sphere, and takes its colour from the light there."
  private static let page = """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Rays and spheres</title>
    <meta name="author" content="Ann Author">
    <meta property="article:published_time" content="2026-10-01T08:00:00Z"></head>
    <body><nav><a href="/">Home</a> <a href="/about">About</a></nav>
    <article><h1>Rays and spheres</h1><p>\(sentence) \(sentence)</p>
    <h2>The code</h2><pre><code class="language-swift">let ray = Ray()
      ray.trace()</code></pre><p>\(sentence) See <a href="/next">the next part</a>.</p>
    <ul><li>\(sentence)</li><li>\(sentence)</li></ul></article>
    <footer>© 2026 Example</footer></body></html>
    """

  private func read(
    _ arguments: String..., in home: TemporaryHome, input: String = ""
  ) async throws -> CommandRun {
    try await CommandRun(["read"] + arguments, in: home, input: input)
  }

  @Test("the article of a page is printed as text, as Markdown and as JSON")
  func forms() async throws {
    try await withServer(["/rays": .page(Self.page.utf8, type: "text/html")]) { server in
      try await withTemporaryHome { home in
        let url = server.url("/rays").absoluteString
        let plain = try await read(url, in: home)
        #expect(plain.exitCode == 0, "\(plain.error)")
        #expect(
          plain.lines.prefix(2) == ["Rays and spheres", "Ann Author · 2026-10-01 · 1 minute"])
        #expect(plain.lines.allSatisfy { $0.count <= 76 })
        #expect(plain.output.contains("\n  let ray = Ray()\n    ray.trace()\n"))
        #expect(plain.output.contains("\n• A ray starts at the camera"))
        #expect(!plain.output.contains("About") && !plain.output.contains("©"))

        let text = try await read(url, "--text", "--width", "40", in: home)
        let whole = try await read(url, "--text", in: home)
        #expect(whole.output.contains("\(Self.sentence) \(Self.sentence)\n"))
        #expect(text.lines.allSatisfy { $0.count <= 40 } && !text.lines.isEmpty)
        #expect(!text.output.contains("Ann Author"))

        let markdown = try await read(url, "--markdown", in: home)
        #expect(markdown.output.contains("## The code\n\n```swift\nlet ray = Ray()\n"))
        #expect(markdown.output.contains("[the next part](\(server.url("/next").absoluteString))"))

        let json = try await read(url, "--json", in: home)
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["title"] as? String == "Rays and spheres")
        #expect(object["published"] as? String == "2026-10-01T08:00:00Z")
        let plainMarkdown = try #require(object["markdown"] as? String)
        #expect(markdown.output == "# Rays and spheres\n\n\(plainMarkdown)\n")
      }
    }
  }

  @Test("a page from standard input needs no network")
  func standardInput() async throws {
    try await withTemporaryHome { home in
      let run = try await read(
        "--stdin", "--url", "https://example.org/rays", "--markdown", in: home, input: Self.page)
      #expect(run.output.contains("[the next part](https://example.org/next)"), "\(run.error)")
    }
  }

  @Test("a file that isn't there isn't fetched, and a folder isn't an address")
  func missing() async throws {
    try await withTemporaryHome { home in
      for (name, reason) in [
        ("nosuch.md", "no such file or directory"), ("nosuch.txt", "no such file or directory"),
        ("d", "it is a folder"), ("d.md", "it is a folder"),
      ] {
        let run = try await CommandRun(shell: "mkdir -p d d.md; $raylette read \(name)", in: home)
        #expect(run.exitCode == 1 && run.output.isEmpty)
        #expect(run.error.lowercased() == "raylette: cannot read \(name): \(reason)\n")
      }
    }
  }

  @Test("plain text is an article, too; other files aren't")
  func kinds() async throws {
    let text = "A first line\nand a second.\n\nAnother paragraph.\u{1B}[31m\n"
    try await withServer([
      "/a.txt": .page(text.utf8, type: "text/plain"),
      "/b.zip": .page("PK".utf8, type: "application/zip"),
      "/c": .page("<title>Menu</title><a href=/1>One</a>".utf8, type: "text/html"),
    ]) { server in
      try await withTemporaryHome { home in
        let plain = try await read("--text", server.url("/a.txt").absoluteString, in: home)
        #expect(plain.output == "A first line\nand a second.\n\nAnother paragraph.[31m\n")
        let file = try await read(server.url("/b.zip").absoluteString, in: home)
        #expect(file.exitCode == 1 && file.output.isEmpty)
        #expect(file.error.contains("not a web page but application/zip"), "\(file.error)")
        let menu = try await read(server.url("/c").absoluteString, in: home)
        #expect(menu.exitCode == 1 && menu.error == "raylette: This page has no article to read.\n")
      }
    }
  }

  @Test(
    "the entries of a feed are an article, whatever a server calls them",
    arguments: ["application/rss+xml", "text/xml", "text/html", "text/plain"])
  func feeds(type: String) async throws {
    let feed = """
      <?xml version="1.0"?><rss version="2.0"><channel><title>Rays</title><item><title>One</title>
      <description>&lt;p&gt;A ray.&lt;/p&gt;</description></item></channel></rss>
      """
    try await withServer([
      "/feed": .page(feed.utf8, type: type),
      "/other": .page("<?xml version='1.0'?><urlset/>".utf8, type: "application/xml"),
    ]) { server in
      try await withTemporaryHome { home in
        let run = try await read("--markdown", server.url("/feed").absoluteString, in: home)
        #expect(run.output == "# Rays\n\n## One\n\nA ray.\n", "\(run.error)")
        let other = try await read(server.url("/other").absoluteString, in: home)
        #expect(other.exitCode == 1 && other.error.contains("application/xml"), "\(other.error)")
      }
    }
  }

  @Test(
    "what can't be read is one line",
    arguments: [
      (["no address"], 2, "not a web address: no address"), ([], 2, "Give the address of one page"),
      (["--text", "--json", "https://example.org"], 2, "Choose one of --markdown, --text and"),
      (["--width", "7", "https://example.org"], 2, "--width takes 20 to 1000, not 7"),
      (["--stdin"], 2, "--stdin needs --url"),
      (["--timeout", "5", "http://127.0.0.1:1/"], 1, "127.0.0.1"),
    ] as [([String], Int32, String)])
  func errors(_ arguments: [String], _ exitCode: Int32, _ sentence: String) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["read"] + arguments, in: home)
      #expect(run.exitCode == exitCode && run.output.isEmpty)
      #expect(run.error.lowercased().contains(sentence.lowercased()), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1)
    }
  }

  @Test("files and standard input are read; a file goes before a host of its name")
  func files() async throws {
    try await withTemporaryHome { home in
      try Data(Self.page.utf8).write(to: home.file("page.com"))
      try Data("# Notes\n\nSome *words* about rays.\n".utf8).write(to: home.file("notes.md"))
      try Data("Only words,\non two lines.\n".utf8).write(to: home.file("words"))
      let line = "cd \"$HOME\" && $raylette read"
      for name in ["page.com", "./page.com", "\"$HOME/page.com\"", "- < page.com"] {
        let run = try await CommandRun(shell: "\(line) \(name)", in: home)
        #expect(run.lines.first == "Rays and spheres" && run.exitCode == 0, "\(name) \(run.error)")
      }
      let notes = try await CommandRun(shell: "\(line) --markdown notes.md", in: home)
      #expect(notes.output == "# Notes\n\nSome *words* about rays.\n", "\(notes.error)")
      let words = try await CommandRun(shell: "\(line) --text words", in: home)
      #expect(words.output.hasPrefix("Only words,") && words.exitCode == 0)
      let based = try await CommandRun(
        shell: "\(line) --json --url https://example.org/a/ page.com", in: home)
      #expect(based.output.contains("](https://example.org/next)"))
      #expect(based.output.contains(#""url":"https://example.org/a/""#))
    }
  }
}
