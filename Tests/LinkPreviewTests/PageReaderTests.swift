import Foundation
import TestSupport
import Testing

@testable import LinkPreview
@testable import Markup

/// How much work a page may cause. Nothing is timed, because what isn't kept wasn't decoded.
struct PageReaderTests {
  private static let many = (0..<20_000).map { "a\($0)" }.joined(separator: " ")

  @Test("a page is read beyond a tag with too many attributes")
  func beyondManyAttributes() throws {
    let page = "<head><meta \(Self.many)><title>After</title></head>"
    #expect(try metadata(page).title == "After")
  }

  @Test(
    "reading stops soon when the task is cancelled, and what has arrived makes a card",
    arguments: [(0, "T"), (20_000, nil)])
  func cancelled(length: Int, title: String?) async throws {
    let url = try #require(URL(string: "https://example.org/"))
    let found = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let reader = PageReader(transportLabel: "utf-8")
      reader.read(
        Array(repeating: UInt8(ascii: " "), count: length) + Array("<title>T</title>".utf8))
      return reader.page(at: url).title
    }.value
    #expect(found == title)
  }

  @Test("a page that's read on for a companion has the same facts, and all that it states")
  func companion() throws {
    final class Elements: HTMLEvents {
      private(set) var count = 0
      func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) { count += 1 }
    }
    let url = try #require(URL(string: "https://example.org/"))
    let head = """
      <head><meta property=og:title content=T><meta property=og:type content=music.song>
      <meta name=description content=D><meta property=og:image content=/i></head>
      """
    let filler = String(repeating: "<p>text</p>", count: 2_000)
    let end = """
      <meta name=author content=Late><img src=/late>
      <script type=application/ld+json>{"@type": "Recipe", "recipeIngredient": ["salt"]}</script>
      <div itemscope itemtype=Recipe><i itemprop=cookTime content=PT1H></i></div>
      """
    let page = Array((head + filler + end).utf8)
    let elements = Elements()
    let reader = PageReader(transportLabel: "utf-8", companion: elements)
    reader.read(page)
    reader.finish()
    let alone = PageReader(transportLabel: "utf-8")
    alone.read(page)
    alone.finish()
    #expect(elements.count == 2_010)
    #expect(reader.page(at: url).facts.jsonBlocks.isEmpty)
    #expect(reader.page(at: url).author == alone.page(at: url).author)
    #expect(alone.page(at: url).author == nil)
    #expect(reader.linkedData(at: url).main.texts("recipeIngredient") == ["salt"])
    #expect(reader.mayState("recipeIngredient") && reader.mayState("cookTime"))
    #expect(!reader.mayState("articleBody"))
  }

  @Test("a page keeps only as many of thousands of elements as it needs")
  func manyElements() throws {
    let url = try #require(URL(string: "https://example.org/"))
    let icons = (0..<10_000).map { "<link rel=icon href=/\($0)>" }.joined()
    let pictures = (0..<10_000).map { "<meta property=og:image content=/\($0)>" }.joined()
    let names = (0..<10_000).map { "k\($0)" }.joined(separator: " ")
    let page = "<title>T</title>\(icons)\(pictures)<meta name='\(names)' content=x>"
    let reader = PageReader(transportLabel: "utf-8")
    reader.read(Array(page.utf8))
    reader.finish()
    let read = reader.page(at: url)
    #expect(read.facts.links.count == PageFacts.headLimit)
    #expect(read.facts.metas.count <= PageFacts.headLimit + 16)
    #expect(read.icons.count <= 33)
    #expect(read.image?.url.path() == "/0")
  }

  @Test("only as much JSON-LD is kept as a card needs, and few strings are decoded")
  func muchJSON() throws {
    let block = "<script type=application/ld+json>[\"\(String(repeating: "x", count: 1 << 20))\"]"
    let reader = PageReader(transportLabel: "utf-8", readsWhole: true)
    reader.read(Array(String(repeating: block + "</script>", count: 3).utf8))
    let url = try #require(URL(string: "https://example.org/"))
    #expect(reader.page(at: url).facts.jsonBlocks.count == 1)
    let strings = String(repeating: "\"a&amp;\",", count: 3_000)
    let values = JSONReader.values(in: "[\(strings)]", decodesEntities: true)
    let texts = values.first?.elements.compactMap(\.text) ?? []
    #expect(texts.filter { !$0.contains(";") }.count == 2_000)
    #expect(texts.filter { $0.contains(";") }.count == 1_000)
  }
}
