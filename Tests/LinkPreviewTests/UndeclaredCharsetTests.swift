import Foundation
import TestSupport
import Testing

@testable import LinkPreview
@testable import Markup

/// Pages that declare no encoding, and whose bytes aren't UTF-8.
@Suite("Undeclared charsets")
struct UndeclaredCharsetTests {
  private func title(_ page: some Sequence<UInt8>, host: String = "www.example.org") throws
    -> String?
  {
    let url = try #require(URL(string: "https://\(host)/page"))
    return LinkMetadata(html: Data(page), url: url).title
  }

  @Test(
    "the encoding of a page is guessed, whether it's short or long",
    arguments: LegacyText.all)
  func pages(_ text: LegacyText) throws {
    for paragraphs in [1, 40] {
      let page = try text.page(paragraphs: paragraphs)
      #expect(try title(page) == text.title)
      #expect(try title(page, host: "www.example." + text.domain) == text.title)
    }
  }

  @Test(
    "the language of the host's country helps where there are few letters",
    arguments: LegacyText.all.filter { $0.encoding != "IBM866" && $0.encoding != "ISO-8859-5" })
  func titlesAlone(_ text: LegacyText) throws {
    // These few bytes are a text in another language, too.
    let isAmbiguous =
      (text.encoding == "EUC-KR" && text.title == "서울의 봄 날씨")
      || (text.encoding == "KOI8-R" && text.title == "Новости")
    guard !isAmbiguous else { return }
    let page = try text.bytes(of: "<html><head><title>\(text.title)</title></head>")
    #expect(try title(page, host: "example.\(text.domain)") == text.title)
  }

  @Test(
    "the reader's language helps where the host shows none",
    arguments: [
      ("ja_JP.UTF-8", nil, true), ("ja", "example.com", true), ("C", "example.jp", true),
      ("ru_RU.UTF-8", "example.co.jp", true), ("de_DE.UTF-8", nil, false),
      ("ja_JP.UTF-8", "example.fr", false), ("", nil, false),
    ] as [(String, String?, Bool)])
  func locales(locale: String, host: String?, isRead: Bool) throws {
    let sample = try #require(LegacyText.all.first { $0.encoding == "Shift_JIS" })
    let guess = EncodingGuess(host: host, environment: ["LC_ALL": "", "LANG": locale])
    let decoder = StreamingDecoder(encoding: nil, guess: guess)
    let decoded = decoder.decode(try sample.bytes(of: "日本語"), atEnd: true)
    #expect((String(decoding: decoded, as: UTF8.self) == "日本語") == isRead)
  }

  @Test(
    "what isn't in the language of the host's country isn't read as if it were",
    arguments: ["jp", "kr", "cn", "tw", "ru", "gr", "il", "pl", "cz", "th", "de"])
  func otherLanguages(domain: String) throws {
    let english = try #require(LegacyText.all.first { $0.domain == "uk" })
    #expect(try title(english.page(), host: "example.\(domain)") == english.title)
    let russian = try #require(LegacyText.all.first { $0.encoding == "windows-1251" })
    #expect(try title(russian.page(), host: "example.\(domain)") == russian.title)
  }

  @Test(
    "a page in pieces has the same title as a whole one", arguments: [1, 7, 100, 1_500])
  func pieces(length: Int) throws {
    let url = try #require(URL(string: "https://www.example.org/"))
    for text in LegacyText.all
    where ["Shift_JIS", "KOI8-R", "windows-1250"].contains(text.encoding) {
      let script = "<script>\(String(repeating: "let x = 1; ", count: 200))</script>"
      let page =
        try Array("<html><head>\(script)".utf8) + text.page(paragraphs: 3).dropFirst(12)
      let reader = PageReader(transportLabel: nil)
      for start in stride(from: 0, to: page.count, by: length) {
        reader.read(page[start..<min(start + length, page.count)])
      }
      reader.finish()
      #expect(reader.page(at: url).title == text.title)
      // Broken off, the page is read as far as it goes.
      let broken = PageReader(transportLabel: nil)
      broken.read(page.dropLast(20))
      broken.finish(isWhole: false)
      #expect(broken.page(at: url).title == text.title)
    }
  }

  @Test("a page in UTF-8 with a few broken characters stays in UTF-8")
  func brokenUTF8() throws {
    let page =
      Array("<title>Größe und Übung</title><p>Schöne Grüße".utf8) + [0xC3]
      + Array(" aus Österreich".utf8)
    #expect(try title(page) == "Größe und Übung")
    // Text in windows-1252 in a page in UTF-8.
    let mixed =
      Array("<title>Café</title><p>Un café cr".utf8) + [0xE8] + Array("me et un th".utf8) + [0xE9]
    #expect(try title(mixed) == "Café")
    let inTitle = Array("<title>Größe ".utf8) + [0xFF] + Array(" Übung, schöne Grüße</title>".utf8)
    #expect(try title(inTitle) == "Größe \u{FFFD} Übung, schöne Grüße")
  }

  @Test("signs of windows-1252 alone are read as such")
  func signs() throws {
    let signs: [([UInt8], String)] = [
      ([0xA9] + Array(" 2004 Example".utf8), "© 2004 Example"),
      (Array("It".utf8) + [0x92] + Array("s here".utf8), "It’s here"),
      ([0x93] + Array("Quoted".utf8) + [0x94], "“Quoted”"),
      (Array("One ".utf8) + [0x96] + Array(" two".utf8), "One – two"),
      ([0xA3] + Array("20 and ".utf8) + [0x80] + Array("30".utf8), "£20 and €30"),
      (Array("20".utf8) + [0xB0] + Array("C".utf8), "20°C"), ([0x63, 0x61, 0x66, 0xE9], "café"),
    ]
    for (bytes, text) in signs {
      let page = Array("<title>".utf8) + bytes + Array("</title><p>All in English.</p>".utf8)
      #expect(try title(page) == text)
      #expect(try title(page, host: "example.fr") == text)
    }
  }

  @Test("random bytes don't crash the guess")
  func random() throws {
    var random = SeededRandom(seed: 7)
    for length in [0, 1, 2, 3, 10, 100, 5_000, 40_000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = try title(bytes, host: "example.jp")
    }
  }
}
