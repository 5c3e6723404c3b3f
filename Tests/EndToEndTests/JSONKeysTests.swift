import Foundation
import TestSupport
import Testing

/// Objects of `--json` have all their keys, whatever is known.
@Suite(.timeLimit(.minutes(3)))
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
        let names = "url=\(server.url("/page")) gone=\(server.url("/gone"))"
        let made = try await CommandRun(
          shell: """
            \(names); echo $url > one.txt; echo $gone > none.txt; echo Some words. > words.txt
            printf '%s' '\(Self.page)' > page.html
            $raylette saved add $url --tag a && $raylette saved add $gone &&
            $raylette saved remove $gone && $raylette wheel add mine one.txt &&
            $raylette spin --wheel one.txt > spun.txt && $raylette sync init --folder place
            """, in: home)
        #expect(made.exitCode == 0, "\(made.error)")
        for (_, line, keys) in JSONOutput.samples {
          let run = try await CommandRun(shell: "\(names); $raylette \(line)", in: home)
          let objects = try run.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
          }
          #expect(!objects.isEmpty, "\(line): \(run.error)")
          for object in objects { #expect(object.keys.sorted() == keys, "\(line)") }
        }
        let article = try await CommandRun(shell: "\(names); $raylette read --json $url", in: home)
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(article.output.utf8)) as? [String: Any])
        #expect(object["url"] as? String == server.url("/page").absoluteString)
        #expect(object["modified"] as? String == "2026-10-02T08:00:00Z")
        #expect(object["textKeptAt"] is NSNull)
      }
    }
  }
}
