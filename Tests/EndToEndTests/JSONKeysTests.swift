import Foundation
import TestSupport
import Testing

/// Objects of `--json` have all their keys, whatever is known.
@Suite(.takesTurn)
struct JSONKeysTests {
  private static let page = """
    <html lang=en><title>Rays</title><meta name=author content=Ann>
    <meta property=article:modified_time content=2026-10-02T08:00:00Z>
    <article><h1>Rays</h1><p>\(String(repeating: "A ray hits the sphere, then the light. ", count: 20))
    </article>
    """

  @Test("the objects of --json always have the same keys")
  func keys() async throws {
    try await withServer([
      "/page": .page(Self.page.utf8, type: "text/html"), "/gone": .status(404),
      "/none": .status(500),
    ]) { server in
      try await withTemporaryHome { home in
        let (url, gone) = (server.url("/page").absoluteString, server.url("/gone").absoluteString)
        try home.writeSamples(url: url, gone: gone, page: Self.page)
        for line in [
          "saved add \(url) --tag a", "saved add \(gone)", "saved remove \(gone)",
          "wheel add mine ~/one.txt", "spin --wheel ~/one.txt", "sync init --folder ~/place",
        ] {
          let made = try await CommandRun(line, in: home)
          #expect(made.exitCode == 0, "\(line): \(made.error)")
        }
        for (_, line, keys) in JSONOutput.samples {
          let run = try await CommandRun(
            line.replacing("$url", with: url).replacing("$gone", with: gone), in: home)
          let objects = try run.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
          }
          #expect(!objects.isEmpty, "\(line): \(run.error)")
          for object in objects { #expect(object.keys.sorted() == keys, "\(line)") }
        }
        let article = try await CommandRun(["read", "--json", url], in: home)
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(article.output.utf8)) as? [String: Any])
        #expect(object["url"] as? String == server.url("/page").absoluteString)
        #expect(object["modified"] as? String == "2026-10-02T08:00:00Z")
        #expect(object["textKeptAt"] is NSNull)
      }
    }
  }
}

extension TemporaryHome {
  /// Writes the files that ``JSONOutput/samples`` read.
  func writeSamples(url: String, gone: String, page: String) throws {
    try Data("\(url)\n".utf8).write(to: file("one.txt"))
    try Data("\(gone)\n".utf8).write(to: file("none.txt"))
    try Data("Some words.\n".utf8).write(to: file("words.txt"))
    try Data(page.utf8).write(to: file("page.html"))
  }
}
