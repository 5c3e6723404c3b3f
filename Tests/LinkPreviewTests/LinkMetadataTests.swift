import Markup
import Foundation
import TestSupport
import Testing

@testable import LinkPreview

struct LinkMetadataTests {
  @Test(
    "a summary that only says the title again is none",
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

  @Test("JSON gives back what went in")
  func roundTrip() throws {
    for metadata in [try full(), LinkMetadata(originalURL: try full().url)] {
      let data = try JSONEncoder().encode(metadata)
      #expect(try JSONDecoder().decode(LinkMetadata.self, from: data) == metadata)
    }
  }

  @Test("files of older and newer versions decode")
  func versions() throws {
    let oldest = #"{"originalURL":"https://example.org/"}"#
    let newer =
      #"{"version":9,"originalURL":"https://example.org/","kind":"hologram","smell":1,"title":"T"}"#
    let first = try JSONDecoder().decode(LinkMetadata.self, from: Data(oldest.utf8))
    #expect(first.url == first.originalURL)
    let second = try JSONDecoder().decode(LinkMetadata.self, from: Data(newer.utf8))
    #expect(second.title == "T")
    #expect(second.kind == nil)
  }

  @Test("numbers that no time has are passed over", arguments: ["1e300", "-1", "0"])
  func durations(seconds: String) throws {
    let text = #"{"originalURL":"https://example.org/","readingTime":\#(seconds)}"#
    let metadata = try JSONDecoder().decode(LinkMetadata.self, from: Data(text.utf8))
    #expect(metadata.readingTime == (seconds == "0" ? .zero : nil))
  }

  @Test(
    "web addresses",
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
    "a host that can't be is none",
    arguments: [
      "http://%00.example/", "http://a%00b/", "http://localhost%00.example/", "http://a%20b/",
      "http://a b/", "http://%0A/", "http://a%0D%0Ab/", "http://a%2Fb/", "http://a%3Fb/",
      "http://a%23b/", "http://a%40b/", "http://a%3A80/", "http://a%5Cb/", "http://%25/",
      "http://%7F/", "http://%C2%85/", "http://%E2%80%AEa/", "http://%EF%BF%BF/", "http://a%3Cb/",
      "http://%5B::1%5D%2Fa/",
      "http://\(String(repeating: "a.", count: 150))example/",
    ])
  func impossibleHost(text: String) async throws {
    #expect(URL(webAddress: text) == nil)
    // Nor is one refused only where it is typed.
    if let url = URL(string: text) {
      await #expect(throws: LinkMetadataError.notAllowed(.notAWebAddress)) {
        try await LinkMetadata(fetching: url)
      }
    }
    let answer = Answer.redirect(to: text.replacing("\n", with: ""))
    try await withServer(["*": answer]) { server in
      try await withConnections { connections in
        let error = await connections.error(for: server.url("/"))
        guard case .notAllowed(.redirect) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test(
    "hosts of all the kinds there are",
    arguments: [
      "http://a-b_c.example./", "http://1.2.3.4/", "http://[::1]/",
      "http://xn--bcher-kva.example/", "http://bücher.example/", "http://%61.example/",
    ])
  func possibleHost(text: String) {
    #expect(URL(webAddress: text) != nil)
  }

  @Test(
    "each error has its sentence",
    arguments: [
      (LinkMetadataError.cancelled, "Metadata fetch cancelled.", nil),
      (.failed(.httpStatus(404)), "Metadata fetch failed.", "HTTP 404 (not found)"),
      (.failed(.httpStatus(418)), "Metadata fetch failed.", "HTTP 418"),
      (
        .timedOut(host: "example.org", after: .seconds(5)), "Metadata fetch timed out.",
        "example.org did not answer within 5 s"
      ),
      (
        .timedOut(host: "example.org", after: .milliseconds(300)), "Metadata fetch timed out.",
        "example.org did not answer within 0.3 s"
      ),
      (
        .timedOut(host: "example.org", after: .seconds(Int64.max)), "Metadata fetch timed out.",
        "example.org did not answer within 9.223372036854776e+18 s"
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

  @Test("the spelling that a URL can't hold is kept with the metadata")
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

  @Test("addresses of metadata that was written by hand are read as browsers do")
  func decoding() throws {
    let json =
      #"{"originalURL":"https://b.example/a|%20","icons":[{"url":"https://b.example/%7C|"}]}"#
    let metadata = try JSONDecoder().decode(LinkMetadata.self, from: Data(json.utf8))
    #expect(metadata.originalURL.absoluteString == "https://b.example/a%7C%20")
    #expect(metadata.icon?.url.absoluteString == "https://b.example/%7C%7C")
  }
}
