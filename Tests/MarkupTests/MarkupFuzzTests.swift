import Foundation
import TestSupport
import Testing

@testable import Markup

/// Damaged addresses, dates, markup and encoded text. Longer runs:
/// `FUZZ_ROUNDS=100000 swift test --filter Fuzz`.
struct MarkupFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 3_000

  private func mutated(_ samples: [String], tokens: [String]) -> [String] {
    var mutations = Mutations(of: samples, tokens: tokens)
    return (0..<Self.rounds).map { _ in String(decoding: mutations.next(), as: UTF8.self) }
  }

  @Test("parsing an address again changes nothing, and its URL is one of the web")
  func addresses() {
    let samples = [
      "https://user:pw@example.org:8080/a/../b;c?q=1&r=%20#f", "http://[::1]:80/", "//例え.jp/ü",
      "HTTP:\\\\1.2.3.4\\x", "https://xn--r8jz45g.xn--zckzah/%2e%2E/",
    ]
    let tokens = [
      "%", "%zz", "@", ":", "[", "]", "..", "//", "\\", "\t", "?", "#", "１", "｡", "xn--",
    ]
    for text in mutated(samples, tokens: tokens) {
      guard let address = WebAddress(text) else { continue }
      #expect(WebAddress(address.text) == address, "\(text)")
      #expect(address.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text)")
      #expect(["http", "https"].contains(address.url.scheme), "\(text)")
      #expect(PlainText.folded(address.displayHost) == address.displayHost, "\(text)")
    }
  }

  @Test("a date is between 1900 and 2200, or none")
  func dates() {
    let samples = [
      "2024-05-24T18:00:03.899-07:00", "Fri, 24 May 2024 18:00:00 +0200", "May 24th, 2024 at 6 pm",
      "24. Mai 2024", "1716566400", "20240524", "2024年5月24日",
    ]
    let range = Date(timeIntervalSince1970: -2_300_000_000)...Date(timeIntervalSince1970: 7.3e9)
    for text in mutated(samples, tokens: ["-", ":", "/", "T", "Z", "pm", "99999999", " ", "Feb"]) {
      if let date = PublicationDate.date(text) { #expect(range.contains(date), "\(text)") }
      if let duration = WrittenDuration.duration(text) { #expect(duration >= .zero, "\(text)") }
    }
  }

  @Test("text without markup is plain")
  func plainText() {
    let samples = ["<p>One &amp; <b>two</b></p>", "a&nbsp;b\u{202E}c\u{1B}[31m", "&#x202E;x&#0;"]
    for text in mutated(samples, tokens: ["<", ">", "&", "&#x", ";", "\u{9B}", "</", "<!--"]) {
      for plain in [
        PlainText.folded(text), PlainText.fromHTML(text), PlainText.withoutMarkup(text),
      ] {
        #expect(plain.flatMap { PlainText.folded($0, limit: 5_000) } == plain, "\(text)")
      }
    }
  }

  @Test(
    "decoding gives valid UTF-8, however the bytes are cut",
    arguments: [
      "UTF-8", "UTF-16LE", "Shift_JIS", "ISO-2022-JP", "gb18030", "EUC-KR", "windows-1252",
    ])
  func decoding(label: String) throws {
    let encoding = try #require(CharacterEncoding(label: label))
    var mutations = Mutations(of: CharsetSample.all.map(\.bytes), tokens: ["\u{1B}$B", "\u{1B}(B"])
    for _ in 0..<Self.rounds / 10 {
      let bytes = mutations.next()
      let whole = StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true)
      #expect(String(validating: whole, as: UTF8.self) != nil)
      let decoder = StreamingDecoder(encoding: encoding)
      var pieces: [UInt8] = []
      for byte in bytes { pieces += decoder.decode([byte]) }
      pieces += decoder.decode([], atEnd: true)
      #expect(pieces == whole, "\(label) \(bytes)")
    }
  }

  /// Counts the open elements.
  private final class Events: HTMLEvents {
    var depth = 0
    var isBalanced = true
    var wantsText: Bool { true }

    func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
      self.depth += 1
      isBalanced = isBalanced && depth == self.depth
      _ = tag.attributes.all
    }

    func elementEnded(_ element: ElementName, depth: Int) {
      isBalanced = isBalanced && depth == self.depth
      self.depth -= 1
    }

    func textRead(_ text: TextToken) { _ = text.string }
  }

  @Test("each element of damaged HTML ends once, and damaged XML is a tree")
  func parser() {
    let samples = [
      "<html><head><title>T</title><script>if (a < b) {}</script></head><body a='1' b>x</body></html>",
      "<?xml version=\"1.0\"?><a b=\"1\"><c/><![CDATA[x]]><!-- y --></a>",
      "<p><b><i>x</b><table><tr><td><svg><title><p>y</svg><li><dl><dd><a><button><select><option>",
    ]
    var mutations = Mutations(
      of: samples,
      tokens: [
        "<", ">", "</", "<!--", "-->", "\"", "'", "<![CDATA[", "&", "<script>", "<svg>", "</td>",
      ])
    for _ in 0..<Self.rounds / 3 {
      let events = Events()
      let html = HTMLParser(events: events)
      let bytes = mutations.next()
      for start in stride(from: 0, to: bytes.count, by: 7) {
        html.parse(Array(bytes[start..<min(start + 7, bytes.count)]))
      }
      html.finish()
      #expect(events.isBalanced && events.depth == 0)
      let tree = XMLTree(bytes)
      #expect(tree.roots.allSatisfy { $0.descendants.count < bytes.count })
    }
  }
}
