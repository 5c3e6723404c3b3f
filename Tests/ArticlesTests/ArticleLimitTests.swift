import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import Articles
@testable import Markup

/// What a page of any size may take.
@Suite(.takesTurn)
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
      ("<div><b>", "a", 100_000), ("<i></i><hr>", "a", 100_000),
      ("<p>", "some words", ElementTreeBuilder.nodeLimit),
    ])
  func nodes(element: String, words: String, limit: Int) throws {
    let count = 200_000
    let html = String(repeating: element + words, count: count) + "<p>end</p>"
    let tree = ParsedPage(html: Data(html.utf8), url: ArticleSamples.url, charset: "utf-8").tree
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
}
