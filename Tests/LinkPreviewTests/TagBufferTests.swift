import Foundation
import TestSupport
import Testing

@testable import LinkPreview
@testable import Markup

/// What the parser reports, and how much work a page causes. Nothing is timed, because where less
/// is reported, less was compared.
@Suite(.timeLimit(.minutes(10)))
struct TagBufferTests {
  private final class Recorder: MarkupEvents {
    var tags: [String] = []
    var text = ""
    var mostAttributes = 0
    var depth = 0
    var mostDepth = 0
    var wantsText: Bool { true }

    func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) {
      depth += 1
      mostDepth = max(depth, mostDepth)
      var pairs: [String] = []
      var next = attributes.list
      while let pair = next, let key = pair[0] {
        pairs.append("\(String(cString: key))=\(pair[1].map { String(cString: $0) } ?? "-")")
        next = pair + 2
      }
      mostAttributes = max(mostAttributes, pairs.count)
      tags.append(([name.string] + pairs).joined(separator: " "))
    }

    func elementEnded(_ name: MarkupName) { depth -= 1 }
    func textRead(_ text: String) { self.text += text }
    func rawTextRead(_ text: String) { self.text += text }
    var wantsRawText: Bool { true }
  }

  private func record(_ html: String, pieces length: Int? = nil) -> Recorder {
    let recorder = Recorder()
    let parser = MarkupParser(.html, events: recorder)
    var rest = Array(html.utf8)[...]
    while !rest.isEmpty {
      parser.parse(Array(rest.prefix(length ?? rest.count)))
      rest = rest.dropFirst(length ?? rest.count)
    }
    parser.finish()
    return recorder
  }

  @Test(
    "tags are parsed in every spelling",
    arguments: [
      ("<i a=1 b='2' c=\"3\" d>", "i a=1 b=2 c=3 d=-"), ("<I\nA = 1\n>", "i a=1"),
      ("<i a=x/y>", "i a=x/y"), ("<i a=b\"c>", "i a=b\"c"), ("<i a='\"' b>", "i a=\" b=-"),
      ("<i @x=\"a > b\" c=1>", "i c=1"), ("<i ï='a b' c=1>", "i c=1"),
      ("<i a=\"x>y\">", "i a=x>y"), ("<i a=\"1\"b='2'>", "i a=1 b=2"), ("<i/a=1>", "i a=1"),
      ("<!-- <b> --><i>", "i"), ("<!--><i>", "i"), ("<!-- --!><i>", "i"),
      ("<!DOCTYPE html PUBLIC \"><i>", "i"), ("<?php <i>", "-"), ("</ b><i>", "i"),
      ("a < b <i>", "i"), ("<_ x><i>", "i"), ("<i a=&quot;>", "i a=\""), ("<i a=1", "-"),
      ("<i class=a data-x_y.z:w=1>", "i class=a data-x_y.z:w=1"),
    ])
  func spellings(html: String, tag: String) {
    for length in [nil, 1, 2, 3] {
      let tags = record("<html><body>" + html, pieces: length).tags
        .filter { !["html", "body", "p"].contains($0) }
      #expect(tags == (tag == "-" ? [] : [tag]), "in chunks of \(length ?? 0)")
    }
  }

  @Test(
    "script text isn't parsed as markup, and ends where browsers end it",
    arguments: [
      ("<script>a<b c='</i>'</script>", "a<b c='</i>'"), ("<STYLE>a</sty</STYLE >", "a</sty"),
      ("<script>a</scripts>b</script>", "a< /scripts>b"), ("<script>a</scr", "a</scr"),
      ("<script>a<!-- b</script>", "a<!-- b"), ("<p>1 < 2</p>", "1 < 2"), ("<p>a<", "a<"),
    ])
  func text(html: String, text: String) {
    for length in [nil, 1, 2, 3] {
      #expect(record(html, pieces: length).text == text, "in chunks of \(length ?? 0)")
    }
  }

  @Test("lines of the source are counted")
  func lines() {
    let recorder = Recorder()
    let parser = MarkupParser(.html, events: recorder)
    parser.parse(Array("<!DOCTYPE\nhtml>\n<!--\n\n--><p\na=1\n><i\n@x='1\n2'>\n<b>\n".utf8))
    #expect(parser.line >= 10)
    #expect(recorder.tags.last == "b")
  }

  private static let many = (0..<20_000).map { "a\($0)" }.joined(separator: " ")

  @Test(
    "attributes beyond the limit are skipped, however they're hidden",
    arguments: [
      "<meta MANY>", "<meta VALUED>", "<_ MANY>",
      "<a ï=\"b MANY\">", "<a \"=\"b MANY\">", "<!--> <a title=\"--><b MANY>\">",
      "<!DOCTYPE html PUBLIC \"> <a title=\"<b MANY>\">", "<script/><a MANY></script>",
      "<script></scripts><a title=\"</script><b MANY>\"></script>", "</a MANY>",
      "<a title='\" MANY'\">", "<title><a MANY></title>", "<a x=1\"y='2' MANY>",
    ])
  func manyAttributes(html: String) {
    let valued = Self.many.replacing(" ", with: "=1 ") + "=1"
    let page = html.replacing("MANY", with: Self.many).replacing("VALUED", with: valued)
    let recorder = record("<body>\(page)<h1 class=last>End</h1>")
    #expect(recorder.mostAttributes <= TagBuffer.attributeLimit)
  }

  @Test("a page is read beyond a tag with too many attributes")
  func beyondManyAttributes() async throws {
    let page = "<head><meta \(Self.many)><title>After</title></head>"
    try await withServer(["*": .page(page)]) { server in
      let metadata = try await LinkMetadata(fetching: server.url("/"))
      #expect(metadata.title == "After")
    }
  }

  @Test("the number of open elements is limited")
  func depth() {
    let deep = String(repeating: "<b>", count: 50_000) + String(repeating: "</i></b>", count: 9)
    let recorder = record(deep + "<meta name=x content=y><script>1</script>")
    // Up to a whole slice of elements can follow after the limit is reached.
    #expect(recorder.mostDepth < 2_500)
    #expect(recorder.tags.suffix(2) == ["meta name=x content=y", "script"])
  }

  @Test("an overlong value is cut at a character boundary")
  func longValue() throws {
    let long = String(repeating: "é", count: 200_000)
    let recorder = record("<meta content='\(long)' name=x><meta name=y content=é>")
    let first = try #require(recorder.tags.first { $0.hasPrefix("meta content") })
    #expect(first.utf8.count <= TagBuffer.lengthLimit + 30)
    #expect(!first.contains("\u{FFFD}") && first.hasSuffix("é"))
    #expect(recorder.tags.last == "meta name=y content=é")
  }

  @Test("reading stops when the task is cancelled")
  func cancelled() async throws {
    let url = try #require(URL(string: "https://example.org/"))
    let title = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let reader = PageReader(transportLabel: "utf-8")
      reader.read(Array("<title>T</title>".utf8))
      return reader.page(at: url).title
    }.value
    #expect(title == nil)
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
