import Foundation
import Markup
import TestSupport
import Testing

@testable import LinkPreview

@Suite("Links to files")
struct LinkedFileTests {
  private func metadata(
    _ type: String, _ start: String = "", path: String = "/files/a%20b.bin", name: String? = nil
  ) throws -> LinkMetadata {
    let url = try #require(URL(string: "https://www.example.org" + path))
    return LinkedFile(
      url: url, mediaType: type, name: name, length: 3_400_000, start: Data(start.utf8)
    ).metadata(originalURL: url)
  }

  @Test(
    "every file has a title, summary, kind and site name",
    arguments: [
      ("application/octet-stream", "File, 3.4 MB", LinkMetadata.Kind.document),
      ("application/zip", "ZIP file, 3.4 MB", .document),
      ("application/pdf", "PDF document, 3.4 MB", .document),
      ("video/mp4", "MP4 video, 3.4 MB", .video),
      ("audio/mpeg", "MPEG audio, 3.4 MB", .audio), ("image/svg+xml", "SVG image, 3.4 MB", .image),
    ])
  func anyFile(type: String, summary: String, kind: LinkMetadata.Kind) throws {
    let found = try metadata(type)
    #expect(found.title == "a b.bin")
    #expect(found.summary == summary)
    #expect(found.kind == kind)
    #expect(found.siteName == "example.org")
    #expect(try metadata(type, name: "named.bin").title == "named.bin")
  }

  @Test(
    "the title of a PDF comes from its metadata, or else from its file name",
    arguments: [
      ("%PDF-1.4 << /Title (On \\(real\\) \\101\\nwork) >>", "On (real) A work"),
      ("%PDF-1.4 << /Title <FEFF004100FC> >>", "a b.bin"),
      ("%PDF-1.4 << /Title <FEFF004100FC0062> >>", "Aüb"),
      (
        "<dc:title><rdf:Alt><rdf:li>Packet &amp; title</rdf:li></rdf:Alt></dc:title>",
        "Packet & title"
      ),
      // XMP, part 1, section 8.2.2.4: the default language, or else the first
      (Self.packet(["x-default": "Hello", "de": "Hallo"]), "Hello"),
      (Self.packet(["de": "Hallo", "x-default": "Hello"]), "Hello"),
      (Self.packet(["de": "Hallo", "fr": "Bonjour"]), "Hallo"),
      (Self.packet(["x-default": "", "de": "Hallo"]), "Hallo"),
      ("<dc:title>Plain &amp; simple</dc:title>", "Plain & simple"),
      ("<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>One</rdf:li></rdf:Alt></dc:title>", "One"),
      // ISO 32000-1, section D.2
      ("<< /Title (Reader\\220s guide \\204 part 1) >>", "Reader’s guide — part 1"),
      (
        "<< /Title <AA80818283848586878889008A8B8C8D8E8F90919293949596979899 9A9B9C9D9EA0> >>",
        "ª•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž€"
      ),
      ("<< /Title <61181962E9FF> >>", "a˘ˇbéÿ"),
      // ISO 32000-1, section 7.3.4.2
      ("<< /Title (One\\rtwo\\tthree\\\nfour\\053) >>", "One two threefour+"),
      // ISO 32000-1, section 7.9.2.2: the language of what follows
      ("<< /Title <FEFF001B0064006500 1B004800E4006E0064> >>", "Händ"),
      ("<< /Title (untitled) >>", "a b.bin"), ("<< /Title (cut", "cut"), ("", "a b.bin"),
    ])
  func pdf(start: String, title: String) throws {
    #expect(try metadata("application/pdf", start).title == title)
  }

  private static func packet(_ titles: KeyValuePairs<String, String>) -> String {
    let items = titles.map { "<rdf:li xml:lang=\"\($0)\">\($1)</rdf:li>" }.joined(separator: "\n ")
    return "<dc:title>\n<rdf:Alt>\n\(items)</rdf:Alt>\n</dc:title>"
  }

  @Test(
    "sizes are written for people",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (2, "2 bytes"), (999, "999 bytes"), (1_000, "1 kB"),
    ])
  func sizes(bytes: Int, text: String) { #expect(LinkedFile.sizeText(bytes: bytes) == text) }

  @Test(
    "the title and description of a feed are read",
    arguments: [
      "<?xml version='1.0'?><rss><channel><title>The &lt;b&gt;Feed&lt;/b&gt;</title><description>About</description><item><title>No</title></item></channel></rss>",
      "<feed xmlns='http://www.w3.org/2005/Atom'><title type='text'><![CDATA[The Feed]]></title><subtitle>About</subtitle><entry><title>No</title></entry></feed>",
      "<?xml version='1.0'?><rss><channel><image><title>No</title></image><title>The Feed</title><description>About</description><item><ti",
    ])
  func feeds(start: String) throws {
    let found = try metadata("application/rss+xml", start)
    #expect(found.title == "The Feed")
    #expect(found.summary == "About")
    #expect(found.kind == .feed)
    #expect(Feed.mediaType(of: Data(start.utf8)) != nil)
  }

  @Test(
    "a feed's text is HTML only if declared so, and its language must be a valid tag",
    arguments: [
      ("<feed><title type='html'>Tom &amp;amp; Jerry</title>", "Tom & Jerry"),
      ("<feed><title type='text'>The &amp;amp; entity</title>", "The &amp; entity"),
      ("<feed><title type='html'>a &amp;lt;b&amp;gt; <![CDATA[<i>c</i>]]></title>", "a <b> c"),
    ])
  func feedText(start: String, title: String) throws {
    let found = try metadata("application/atom+xml", start)
    #expect(found.title == title)
    let language = "<rss><channel><language>\u{202E}x\u{9B}</language>"
    #expect(try metadata("application/rss+xml", language).language == nil)
    let tag = "<rss><channel><language> en_us </language>"
    #expect(try metadata("application/rss+xml", tag).language == "en-US")
  }

  @Test(
    "the transport's charset overrides the file's own",
    arguments: [
      ("text/plain", "caf\u{E9}"),
      (
        "application/rss+xml",
        "<?xml version='1.0' encoding='utf-8'?><rss><channel><description>caf\u{E9}</description>"
      ),
    ])
  func charset(type: String, text: String) throws {
    let url = try #require(URL(string: "https://example.org/x"))
    let bytes = Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    for (charset, start) in [("iso-8859-1", bytes), ("utf-8", Data(text.utf8))] {
      let file = LinkedFile(
        url: url, mediaType: type, name: nil, length: nil, start: start, charset: charset)
      #expect(file.metadata(originalURL: url).summary == "café")
    }
  }

  @Test(
    "the file name is read from Content-Disposition",
    arguments: [
      ("attachment; filename=\"report; final (v2).zip\"", "report; final (v2).zip"),
      ("attachment; filename=a.zip; size=3", "a.zip"), ("inline", nil),
      ("attachment; filename=\"../x/b.zip\"", "b.zip"),
      ("attachment; filename=\"cut; off", "cut; off"),
      ("a; filename=c; filename*=UTF-8''na%C3%AFve.zip", "naïve.zip"),
    ] as [(String, String?)])
  func fileNames(header: String, name: String?) {
    #expect(ContentDisposition(header).fileName == name)
  }

  @Test("the title and summary of text and JSON files are read")
  func text() throws {
    #expect(try metadata("text/plain", "First\n\n line \u{1B}[31m").summary == "First line [31m")
    let json = try metadata("application/json", #"{"title":"J <b>x</b>","description":"D"}"#)
    #expect(json.title == "J x")
    #expect(json.summary == "D")
    #expect(try metadata("application/json", "[1,2").title == "a b.bin")
    let unfilled = #"{"title":"undefined","name":"N","description":"{{ description }}"}"#
    #expect(try metadata("application/json", unfilled).title == "N")
    #expect(try metadata("application/json", unfilled).summary == "JSON file, 3.4 MB")
    let feed = "<rss><channel><title>null</title><description>[object Object]</description>"
    #expect(try metadata("application/rss+xml", feed).title == "a b.bin")
    #expect(try metadata("application/pdf", "<< /Title (undefined) >>").title == "a b.bin")
  }
}
