import Foundation
import TestSupport
import Testing

@testable import LinkPreview
@testable import Markup

/// What a page of any size may take.
@Suite(.timeLimit(.minutes(5)))
struct ArticleLimitTests {
  @Test(
    "the depth of a page is limited, and its text stays",
    arguments: ["<div>", "<b>", "<ul><li>", "<svg><g>", "<table><tr><td>", "<x-y>"])
  func depth(element: String) {
    final class Recorder: HTMLEvents {
      var depth = 0
      var deepest = 0
      var isBalanced = true
      var text = ""
      var wantsText: Bool { true }
      func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
        self.depth += 1
        isBalanced = isBalanced && depth == self.depth
        deepest = max(deepest, depth)
      }
      func elementEnded(_ element: ElementName, depth: Int) {
        isBalanced = isBalanced && depth == self.depth
        self.depth -= 1
      }
      func textRead(_ text: TextToken) {
        var bytes: [UInt8] = []
        text.append(to: &bytes)
        self.text += String(decoding: bytes, as: UTF8.self)
      }
    }
    let recorder = Recorder()
    let parser = HTMLParser(events: recorder)
    parser.parse(Array((String(repeating: element + "a", count: 5_000) + "</div>b").utf8))
    parser.finish()
    #expect(recorder.deepest == TreeConstruction.depthLimit)
    #expect(recorder.isBalanced && recorder.depth == 0)
    #expect(recorder.text == String(repeating: "a", count: 5_000) + "b")
  }

  @Test(
    "a tree has a limited number of nodes, and the text of the others stays",
    arguments: [
      ("<p>", "a", 100_000), ("<br>", "a", 100_000), ("<div><b>", "a", 100_000),
      ("<i></i><hr>", "a", 100_000), ("<p>", "some words", ElementTreeBuilder.nodeLimit),
    ])
  func nodes(element: String, words: String, limit: Int) throws {
    let count = 200_000
    let html = String(repeating: element + words, count: count) + "<p>end</p>"
    let tree = ElementTree(html: Data(html.utf8), charset: "utf-8")
    #expect(tree.nodes.count <= limit + 2 * TreeConstruction.depthLimit)
    #expect(tree.nodes.count >= ElementTreeBuilder.emptyNodeLimit)
    #expect(tree.nodes.allSatisfy { $0.end > 0 && $0.end <= tree.nodes.count })
    let text = String(decoding: tree.text, as: UTF8.self)
    #expect(text.split(separator: words, omittingEmptySubsequences: false).count == count + 1)
    #expect(text.hasSuffix(" end"))
  }

  @Test("reading a page stops when the task is cancelled")
  func cancelled() async {
    let html = Data("<article>\(ArticleSamples.prose)</article>".utf8)
    let result = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return Result { try Article(html: html, url: ArticleSamples.url) }
    }.value
    #expect(throws: ArticleError.notFetched(.cancelled)) { try result.get() }
  }

  @Test("reading many large pages at once gives each its article")
  func queued() async throws {
    let filler = String(repeating: "<!-- filler -->", count: 140_000)
    let page = Answer.page("<article>\(ArticleSamples.prose)</article>\(filler)")
    try await withServer(["/large": page, "/small": .page(ArticleSamples.prose)]) { server in
      let client = LinkPreviewClient()
      let titles = await withTaskGroup(of: String?.self) { group in
        for path in Array(repeating: ["/large", "/small"], count: 6).joined() {
          group.addTask { try? await client.article(at: server.url(path)).plainText }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(titles.count == 12)
      #expect(titles.allSatisfy { $0?.hasPrefix("The ferry left") == true })
    }
  }

  @Test("a page that arrives too slowly, or is too large, is an error whatever its size")
  func limits() async throws {
    let megabyte = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    let routes: [String: Answer] = [
      "/slow": .open([.text("<p>"), .send(megabyte), .send(megabyte), .hang]),
      "/endless": .open([.text("<p>"), .endless(megabyte)]),
    ]
    try await withServer(routes) { server in
      let client = LinkPreviewClient(configuration: .init(timeout: .seconds(1)))
      await #expect(
        throws: ArticleError.notFetched(.timedOut(host: "127.0.0.1", after: .seconds(1)))
      ) { try await client.article(at: server.url("/slow")) }
      await #expect(throws: ArticleError.notFetched(.failed(.tooLarge(limit: 16 << 20)))) {
        try await LinkPreviewClient().article(at: server.url("/endless"))
      }
      await server.waitUntilIdle()
    }
  }
}
