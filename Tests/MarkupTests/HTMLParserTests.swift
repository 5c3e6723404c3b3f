import Testing

@testable import Markup

/// Which elements are open, as the standard's tree construction decides.
struct HTMLParserTests {
  @Test(
    "the head ends where the standard ends it",
    arguments: [
      ("<title>T</title><meta a><p>x", "title 'T' /title meta a= /meta | p 'x' /p"),
      (
        "<html><head><title>T</title></head><body>",
        "html head title 'T' /title /head | body /body /html"
      ),
      ("<head><link> x", "head link /link /head | ' x'"),
      ("<noscript><link></noscript><base>", "noscript link /link /noscript base /base |"),
      ("<noscript><img></noscript>", "noscript /noscript | img /img"),
      ("<template><div></template><meta>", "template div /div /template meta /meta |"),
      (" <script><p></script> <style>p</style>", "' ' script '<p>' /script ' ' style 'p' /style |"),
      ("</p><meta></br><meta>", "meta /meta | meta /meta"),
    ])
  func head(html: String, events: String) {
    #expect(HTMLRecorder.reading(html).events.joined(separator: " ") == events)
  }

  @Test(
    "end tags that may be left out are implied",
    arguments: [
      ("<p>a<p>b<div>c", "p 'a' /p p 'b' /p div 'c' /div"),
      ("<p><span>a</p>b", "p span 'a' /span /p 'b'"),
      ("<ul><li>a<ul><li>b</ul><li>c</ul>", "ul li 'a' ul li 'b' /li /ul /li li 'c' /li /ul"),
      ("<dl><dt>a<dd>b<dt>c</dl>", "dl dt 'a' /dt dd 'b' /dd dt 'c' /dt /dl"),
      ("<dl><p><dt><a>b</a></dl><p>", "dl p /p dt a 'b' /a /dt /dl p /p"),
      ("<h1>a<h2>b</h3>", "h1 'a' /h1 h2 'b' /h2"), ("<a>b<a>c", "a 'b' /a a 'c' /a"),
      (
        "<select><option>a<option>b</select>",
        "select option 'a' /option option 'b' /option /select"
      ),
      (
        "<table><tr><td>a<td>b<tr><th>c</table>d",
        "table tr td 'a' /td td 'b' /td /tr tr th 'c' /th /tr /table 'd'"
      ),
      (
        "<table><tr><td><table><tr><td>a</table></td></table>",
        "table tr td table tr td 'a' /td /tr /table /td /tr /table"
      ),
      ("<div><p><table><td></p></div>x</table>", "div p /p table td 'x' /td /table /div"),
      ("<div><span></div></span>a", "div span /span /div 'a'"),
      ("<b><p>a</b>b</p>", "b p 'ab' /p /b"), ("<b><i>a</b>b", "b i 'a' /i /b 'b'"),
      ("<x-y><X-Z>a</x-y></x-z>", "x-y x-z 'a' /other /other"),
      ("<br/>a<img>b</img><div/>c", "br /br 'a' img /img 'b' div 'c' /div"),
      ("<button>a<button>b", "button 'a' /button button 'b' /button"),
      ("<form><form>a</form>", "form 'a' /form"), ("</div></x></b>a", "'a'"),
    ])
  func impliedEndTags(html: String, events: String) {
    for length in [nil, 1, 2, 3] {
      let recorder = HTMLRecorder.reading("<body>" + html, pieces: length)
      let joined = recorder.events.joined(separator: " ").replacing("' '", with: "")
      #expect(joined == "| body \(events) /body", "in pieces of \(length ?? 0)")
      #expect(recorder.isBalanced && recorder.depth == 0)
    }
  }

  @Test("another body only adds attributes, and text after the body belongs to it")
  func twoBodies() {
    let events = HTMLRecorder.reading("<body a=1><body a=2 b>c</body>d").events
    #expect(events == ["|", "body a=1", "body a=2 b=", "/body", "'c'", "'d'", "/body"])
  }

  @Test(
    "foreign content has rules of its own",
    arguments: [
      (
        "<svg><title>&amp;</title><path/><g></svg>a",
        "svg title '&' /title path /other g /other /svg 'a'"
      ),
      ("<svg><style>a<b></svg>", "svg style 'a' /style /svg b /b"),
      ("<svg><![CDATA[<p>]]></svg><![CDATA[<p>]]>", "svg '<p>' /svg ']]>'"),
      ("<svg><p>a", "svg /svg p 'a' /p"),
      (
        "<svg><foreignObject><p>a<p></svg>b",
        "svg foreignobject p 'a' /p p 'b' /p /foreignobject /svg"
      ),
      ("<math><mi><b>a</b></mi></math>", "math mi b 'a' /b /mi /math"),
      ("<div><svg><g></div>a", "div svg g /other /svg /div 'a'"),
    ])
  func foreignContent(html: String, events: String) {
    let recorder = HTMLRecorder.reading("<body>" + html)
    #expect(recorder.events.joined(separator: " ") == "| body \(events) /body")
    #expect(recorder.isBalanced)
  }

  @Test("lines of the source are counted", arguments: [nil, 1, 7])
  func lines(length: Int?) {
    let html = "<!DOCTYPE\nhtml>\n<!--\n\n--><p\na=1\n><i\n@x='1\n2'>\n<b>\n"
    #expect(HTMLRecorder.reading(html, pieces: length).lines == [7, 9, 10])
  }

  @Test("every known element is found by its name")
  func names() {
    for element in ElementName.allCases.dropFirst() where element != .image {
      #expect(
        HTMLRecorder.reading("<svg></svg><\(element)></\(element)>").events.contains("/\(element)"))
    }
    #expect(ElementName.allCases.count < 256)
    #expect(!HTMLRecorder.reading("<zlockquote>").events.contains("/blockquote"))
  }

  @Test("a companion receives all of a page, whatever the events ask for")
  func companion() {
    final class Titles: HTMLEvents {
      let elements: ElementSet = [.title, .script]
      private(set) var names: [String] = []
      private(set) var text = ""
      private var isOpen = false
      var wantsText: Bool { isOpen }
      var wantsRawText: Bool { isOpen }
      func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
        names.append("\(element)")
        isOpen = true
      }
      func elementEnded(_ element: ElementName, depth: Int) { isOpen = false }
      func textRead(_ text: TextToken) { self.text += text.string }
      func rawTextRead(_ text: TextToken) { textRead(text) }
    }
    let start = "<title>A</title><p class=b>C<br>D<script>e<f</script><svg><g/></svg>"
    let end = "<title>G</title><script>h</script><b itemprop=i>J</b><ul><li>K"
    let titles = Titles()
    let companion = HTMLRecorder()
    let parser = HTMLParser(events: titles, companion: companion)
    parser.parse(Array(start.utf8))
    #expect(titles.names == ["title", "script"])
    #expect(titles.text == "Ae<f")
    parser.report(only: [.script])
    parser.parse(Array(end.utf8))
    parser.finish()
    #expect(titles.names == ["title", "script", "script", "b"])
    #expect(titles.text == "Ae<fhJ")
    let alone = HTMLRecorder.reading(start + end)
    #expect(companion.events == alone.events.filter { $0 != "|" })
    #expect(companion.isBalanced && companion.depth == 0)
  }

  /// Takes far longer than the time limit if every end tag walks down the stack.
  @Test(
    "the time is linear in the number of open elements",
    arguments: [
      ("<div>", "</i>"), ("<b>", "</x-z>"), ("<p>", "</p>"), ("<x-y>", "</x-z>"), ("<svg>", "</g>"),
      ("<table><tr><td>", "</li>"), ("<a>", "<b></a>"), ("<li>", "</table>"), ("<b><div>", "</b>"),
      ("<svg><title>", "</g>"), ("<svg><g>", "</x-z>"), ("<button>", "<p>"), ("<template>", "</p>"),
      ("<select>", "</option>"), ("<ul><li>", "</dl>"), ("<h1>", "</h2>"), ("<dl><dd><p>", "</ul>"),
      ("<i><p>", "</i></p>"), ("<table>", "<td>"), ("<svg><desc>", "<p></svg>"),
    ])
  func deepNesting(open: String, then: String) {
    let count = 20_000
    let html = String(repeating: open, count: count) + String(repeating: then, count: count)
    final class Counter: HTMLEvents {
      var depth = 0
      func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) { self.depth += 1 }
      func elementEnded(_ element: ElementName, depth: Int) { self.depth -= 1 }
    }
    let counter = Counter()
    let parser = HTMLParser(events: counter)
    parser.parse(Array(html.utf8))
    parser.finish()
    #expect(counter.depth == 0)
  }
}
