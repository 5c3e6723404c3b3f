import Foundation
import TestSupport
import Testing

@testable import LinkPreview

@Suite("Page check")
struct PageCheckTests {
  /// A page without problems.
  private static let good = """
    <html lang=en><head><title>Story</title><meta property=og:title content=Story>
    <meta property=og:site_name content=Site><meta property=og:description content=D>
    <meta name=twitter:card content=summary><link rel=canonical href=https://a.org/x>
    <meta property=og:image content=https://a.org/i.png><meta property=og:image:width content=1200>
    <meta property=og:image:alt content=A><link rel=apple-touch-icon sizes=180x180 href=/t.png></head></html>
    """

  private func findings(_ html: String) throws -> [String] {
    let url = try #require(URL(string: "https://a.org/x"))
    return PageCheck.findings(html: Data(html.utf8), url: url).map { "\($0.severity): \($0.text)" }
  }

  @Test("a good page has no findings")
  func faultless() throws { #expect(try findings(Self.good) == []) }

  @Test(
    "each problem is reported",
    arguments: [
      (
        "content=Story", "content='Story | Site'",
        "error: og:title repeats the site's name; that belongs in og:site_name"
      ),
      (
        "<meta property=og:image content=https://a.org/i.png>", "",
        "error: og:image is missing, so the preview has no picture"
      ),
      (
        "content=1200", "content=120",
        "error: og:image is 120 pixels wide; below 150 it is ignored or shown as an icon"
      ),
      (
        "content=1200", "content=600", "warning: og:image is 600 pixels wide; 900 or more look best"
      ),
      (
        "content=https://a.org/i.png", "content=data:x",
        "error: og:image isn't an http or https address: data:x"
      ),
      (
        "content=https://a.org/i.png", "content=http://localhost:4000/i.png",
        "error: og:image is on localhost, which only its own network can reach"
      ),
      (
        "content=https://a.org/i.png", "content=https://a.org/",
        "error: og:image can't be a picture: https://a.org/"
      ),
      (
        "<link rel=apple-touch-icon sizes=180x180 href=/t.png>", "",
        "warning: no icon is named, so only /favicon.ico is tried"
      ),
      ("180x180", "32x32", "warning: the largest icon is 32 pixels wide; 108 or more look best"),
      ("180x180", "180x120", "warning: the icon is 180 × 120, not square"),
      (
        "</head>", "<meta http-equiv=refresh content='5;url=/y'></head>",
        "error: meta refresh is not followed by previews; redirect on the server instead"
      ),
      (
        "</head>",
        "<meta property=og:video content=https://y.com/embed/1><meta property=og:video:type content=text/html></head>",
        "warning: og:video is a player, not a file, so it does not play in the preview"
      ),
      (
        "</head>", "<meta name=twitter:player content=https://y.com/embed/1></head>",
        "warning: twitter:player is a player, not a file, so it does not play in the preview"
      ),
      (
        "</html>", String(repeating: " ", count: 1_100_000),
        "error: the page is 1.1 MB; only the first 1 MB is sure to be read"
      ),
      (" lang=en", "", "warning: no language is stated; add lang to <html>"),
      (
        "<meta name=twitter:card content=summary>", "",
        "warning: twitter:card is missing; without it some previews leave og:description out"
      ),
    ])
  func faults(part: String, fault: String, finding: String) throws {
    #expect(try findings(Self.good.replacing(part, with: fault, maxReplacements: 1)) == [finding])
  }

  @Test("an empty page has errors, and they come first") func empty() throws {
    let found = try findings("")
    #expect(
      found.first == "error: og:title and <title> are missing, so the preview shows the address")
    #expect(
      found.sorted() == found.filter { $0.hasPrefix("error") }.sorted()
        + found.filter { $0.hasPrefix("warning") }.sorted())
  }
}
