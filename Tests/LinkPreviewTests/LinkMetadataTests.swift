import Foundation
import Markup
import TestSupport
import Testing

@testable import LinkPreview

struct LinkMetadataTests {
  @Test(
    "a summary that only repeats the title isn't shown",
    arguments: [
      ("Bob Dylan - Wikipedia", "Bob Dylan", nil), ("Title", "title!", nil),
      ("Title", "Title", nil),
      ("Title", "Title and more", "Title and more"), (nil, "Summary", "Summary"),
      ("…", "!!", "!!"),
    ] as [(String?, String, String?)])
  func summaries(title: String?, summary: String, shown: String?) throws {
    var metadata = LinkMetadata(
      originalURL: try #require(URL(string: "https://en.wikipedia.org/wiki/Bob_Dylan")))
    metadata.title = title
    metadata.siteName = "Wikipedia"
    metadata.summary = summary
    #expect(metadata.displaySummary == shown)
  }

  private func full() throws -> LinkMetadata {
    let url = try #require(URL(string: "https://example.org/a"))
    var metadata = LinkMetadata(originalURL: url, url: url.appending(path: "b"))
    metadata.title = "T"
    metadata.summary = "S"
    metadata.siteName = "N"
    metadata.kind = .article
    metadata.icon = .init(url: url, type: "image/png", width: 32, height: 32)
    metadata.image = .init(url: url, alternativeText: "alt")
    metadata.video = .init(url: url)
    metadata.remoteVideo = .init(url: url)
    return metadata
  }

  @Test("metadata survives a JSON round trip")
  func roundTrip() throws {
    for metadata in [try full(), LinkMetadata(originalURL: try full().url)] {
      let data = try JSONEncoder().encode(metadata)
      #expect(try JSONDecoder().decode(LinkMetadata.self, from: data) == metadata)
    }
  }

  @Test("JSON of older and newer versions decodes")
  func versions() throws {
    let oldest = #"{"originalURL":"https://example.org/"}"#
    let newer =
      #"{"version":9,"originalURL":"https://example.org/","kind":"hologram","smell":1,"title":"T"}"#
    let first = try JSONDecoder().decode(LinkMetadata.self, from: Data(oldest.utf8))
    #expect(first.url == first.originalURL)
    let empty = #"{"originalURL":"https://example.org/","url":null,"title":null}"#
    #expect(try JSONDecoder().decode(LinkMetadata.self, from: Data(empty.utf8)) == first)
    let second = try JSONDecoder().decode(LinkMetadata.self, from: Data(newer.utf8))
    #expect(second.title == "T")
    #expect(second.kind == nil)
  }

  @Test("invalid durations are ignored", arguments: ["1e300", "-1", "0"])
  func durations(seconds: String) throws {
    let text = #"{"originalURL":"https://example.org/","readingTime":\#(seconds)}"#
    let metadata = try JSONDecoder().decode(LinkMetadata.self, from: Data(text.utf8))
    #expect(metadata.readingTime == (seconds == "0" ? .zero : nil))
  }

  @Test(
    "only valid http and https addresses are web addresses",
    arguments: [
      ("https://example.org/", true), (" HTTP://EXAMPLE.org/a b ", true),
      ("http://[::1]:80/", true),
      ("ftp://example.org/", false), ("file:///etc/passwd", false), ("javascript:alert(1)", false),
      ("http://", false), ("https:///", false), ("example.org", false), ("", false),
      ("-o", false),
      ("http://exa mple.org/", false), ("http://127.0.0.1:99999/", false),
      ("http://127.0.0.1:0/", false), ("http://127.0.0.1:65536/", false),
      ("http://127.0.0.1:65535/", true),
      ("https://例え.jp/", true),
    ])
  func webAddress(text: String, isOne: Bool) {
    #expect((URL(webAddress: text) != nil) == isOne)
  }

  @Test(
    "an impossible host is refused",
    arguments: [
      "http://%00.example/", "http://a%00b/", "http://localhost%00.example/", "http://a%20b/",
      "http://a b/", "http://%0A/", "http://a%0D%0Ab/", "http://a%2Fb/", "http://a%3Fb/",
      "http://a%23b/", "http://a%40b/", "http://a%3A80/", "http://a%5Cb/", "http://%25/",
      "http://%7F/", "http://%C2%85/", "http://%E2%80%AEa/", "http://%EF%BF%BF/", "http://a%3Cb/",
      "http://%5B::1%5D%2Fa/",
      "http://\(String(repeating: "a.", count: 150))example/",
    ])
  func impossibleHost(text: String) {
    #expect(URL(webAddress: text) == nil)
  }

  @Test(
    "every kind of valid host is accepted",
    arguments: [
      "http://a-b_c.example./", "http://1.2.3.4/", "http://[::1]/",
      "http://xn--bcher-kva.example/", "http://bücher.example/", "http://%61.example/",
    ])
  func possibleHost(text: String) {
    #expect(URL(webAddress: text) != nil)
  }

  @Test(
    "each error has its sentence and detail",
    arguments: [
      (LinkMetadataError.cancelled, "Metadata fetch cancelled.", nil),
      (.failed(.httpStatus(404)), "Metadata fetch failed.", "HTTP 404 (not found)"),
      (.failed(.httpStatus(418)), "Metadata fetch failed.", "HTTP 418"),
      (
        .timedOut(host: "example.org", after: .seconds(5)), "Metadata fetch timed out.",
        "example.org didn't answer within 5 s"
      ),
      (
        .timedOut(host: "example.org", after: .milliseconds(300)), "Metadata fetch timed out.",
        "example.org didn't answer within 0.3 s"
      ),
      (
        .timedOut(host: "example.org", after: .seconds(Int64.max)), "Metadata fetch timed out.",
        "example.org didn't answer within 9223372036854775807 s"
      ),
      (.unknown(""), "Metadata fetch unknown.", nil),
      (
        .notAllowed(.notAWebAddress), "Metadata fetch not allowed.",
        "only http and https addresses can be fetched"
      ),
    ] as [(LinkMetadataError, String, String?)])
  func sentences(error: LinkMetadataError, sentence: String, detail: String?) {
    #expect(error.sentence == sentence)
    #expect(error.detail == detail)
  }

  @Test("metadata keeps an address spelling that a URL can't represent")
  func metadata() throws {
    let address = try #require(WebAddress("https://b.example/a|b%"))
    let metadata = LinkMetadata(originalAddress: address)
    #expect(metadata.address == address && metadata.originalAddress == address)
    let copy = try JSONDecoder().decode(LinkMetadata.self, from: JSONEncoder().encode(metadata))
    #expect(copy == metadata && copy.originalAddress == address)
    var other = metadata
    other.originalURL = try #require(URL(webAddress: "https://b.example/c"))
    #expect(other.originalAddress.text == "https://b.example/c")
  }

  @Test("addresses in handwritten JSON are parsed as browsers parse them")
  func decoding() throws {
    let json =
      #"{"originalURL":"https://b.example/a|%20","icons":[{"url":"https://b.example/%7C|"}]}"#
    let metadata = try JSONDecoder().decode(LinkMetadata.self, from: Data(json.utf8))
    #expect(metadata.originalURL.absoluteString == "https://b.example/a%7C%20")
    #expect(metadata.icon?.url.absoluteString == "https://b.example/%7C%7C")
  }
}
