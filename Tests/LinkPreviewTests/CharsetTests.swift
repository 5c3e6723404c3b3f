import Foundation
import TestSupport
import Testing

@testable import LinkPreview
@testable import Markup

struct CharsetTests {
  @Test(
    "charset labels map to encodings",
    arguments: [
      ("utf-8", "UTF-8"), (" UTF8\n", "UTF-8"), ("x-sjis", "Shift_JIS"), ("SJIS", "Shift_JIS"),
      ("gb2312", "GBK"), ("latin1", "windows-1252"), ("iso-8859-1", "windows-1252"),
      ("ks_c_5601-1987", "EUC-KR"), ("unicode", "UTF-16LE"), ("klingon", nil), ("", nil),
    ] as [(String, String?)])
  func labels(label: String, name: String?) {
    #expect(CharacterEncoding(label: label)?.name == name)
  }

  @Test(
    "every encoding in the table has a converter",
    arguments: Set(CharacterEncoding.namesByLabel.values))
  func converters(name: String) throws {
    let encoding = try #require(CharacterEncoding(label: name))
    #expect(StreamingDecoder(encoding: encoding).hasConverter)
    #expect(encoding.name == name)
  }

  @Test(
    "a converter's second name is used where iconv doesn't know the first",
    arguments: [
      (["EUC-JP-MS", "EUC-JP"], true), (["x-none", "EUC-JP"], true), (["x-none"], false),
      ([], false),
    ])
  func names(names: [String], isKnown: Bool) {
    let converter = StreamingDecoder.open(anyOf: names)
    #expect((converter != nil) == isKnown)
    if let converter { iconv_close(converter) }
  }

  @Test("every name of a converter is one that some system knows, and this one the first")
  func firstNames() throws {
    for name in Set(CharacterEncoding.namesByLabel.values) where name != "UTF-8" {
      let encoding = try #require(CharacterEncoding(label: name))
      let converter = try #require(
        StreamingDecoder.open(anyOf: [encoding.iconvNames[0]]), "\(encoding.iconvNames)")
      iconv_close(converter)
    }
  }

  private func title(_ bytes: [UInt8], meta: String = "", charset: String?) -> String? {
    let page = Array("<html><head>\(meta)<title>".utf8) + bytes + Array("</title>".utf8)
    return LinkMetadata(
      html: Data(page), url: URL(filePath: "/"), charset: charset
    ).title
  }

  @Test("the transport's charset is used", arguments: CharsetSample.all)
  func transport(_ sample: CharsetSample) {
    #expect(title(sample.bytes, meta: "<meta charset=utf-7>", charset: sample.label) == sample.text)
  }

  @Test("a charset declared in the page is used", arguments: CharsetSample.all)
  func declared(_ sample: CharsetSample) {
    let short = "<meta charset=\"\(sample.label)\">"
    let long = "<meta http-equiv=Content-Type content='text/html; charset=\(sample.label)'>"
    let hidden = "<!-- <meta charset=utf-16> --><meta name=x>"
    for meta in [short, long, hidden + short] {
      #expect(title(sample.bytes, meta: meta, charset: nil) == sample.text)
    }
  }

  @Test(
    "markup that only resembles a charset declaration is ignored",
    arguments: [
      "<meta name=description content='use charset=koi8-r'>",
      "<meta content='text/html; charset=koi8-r'>", "<meta property=x charset>",
      "<meta http-equiv=refresh content='0; url=/?charset=koi8-r'>",
      "<meta data-charset=koi8-r / = >",
    ])
  func notDeclared(meta: String) {
    #expect(title(Array("é".utf8), meta: meta, charset: nil) == "é")
  }

  @Test("the transport's charset overrides the page's, and a byte order mark overrides both")
  func precedence() {
    let meta = "<meta charset=Shift_JIS>"
    #expect(title(Array("é".utf8), meta: meta, charset: "utf-8") == "é")
    let page = [0xEF, 0xBB, 0xBF] + Array("\(meta)<title>é</title>".utf8)
    let found = LinkMetadata(html: Data(page), url: URL(filePath: "/"), charset: "Shift_JIS")
    #expect(found.title == "é")
  }

  @Test("UTF-16 with a byte order mark is decoded", arguments: [true, false])
  func utf16(isBigEndian: Bool) {
    let units = Array("\u{FEFF}<title>日本語</title>".utf16)
    let bytes = units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
    #expect(LinkMetadata(html: Data(bytes), url: URL(filePath: "/")).title == "日本語")
  }

  @Test("an undeclared charset is UTF-8 if the bytes are valid, otherwise windows-1252")
  func undeclared() {
    #expect(title(Array("日本語".utf8), charset: nil) == "日本語")
    #expect(title([0x63, 0x61, 0x66, 0xE9], charset: nil) == "café")
    #expect(
      title([0x63, 0x61, 0x66, 0xE9], meta: String(repeating: " ", count: 3000), charset: nil)
        == "café")
  }

  @Test("invalid bytes become U+FFFD, and the rest is kept")
  func invalid() {
    #expect(title([0x61, 0xFF, 0x62, 0xC3], charset: "utf-8") == "a\u{FFFD}b\u{FFFD}")
  }

  @Test("characters split between chunks are decoded", arguments: CharsetSample.all)
  func pieces(_ sample: CharsetSample) throws {
    let encoding = try #require(CharacterEncoding(label: sample.label))
    let decoder = StreamingDecoder(encoding: encoding)
    let output = sample.bytes.flatMap { decoder.decode([$0]) } + decoder.decode([], atEnd: true)
    #expect(String(decoding: output, as: UTF8.self) == sample.text)
  }
}
