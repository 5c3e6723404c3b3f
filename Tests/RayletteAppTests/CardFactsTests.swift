import Foundation
import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

struct CardFactsTests {
  private func byline(_ metadata: LinkMetadata, columns: Int = 100, now: Date? = Samples.now)
    -> String?
  {
    CardFacts(metadata: metadata, now: now, symbols: .unicode).byline(columns: columns)
  }

  @Test(
    "the byline shows an article's author, date and reading time, as far as they fit",
    arguments: [
      (100, "Robert Nystrom · 3 days ago · 12 min read"), (40, "Robert Nystrom · 3 days ago"),
      (20, "Robert Nystrom"), (5, "Robert Nystrom"),
    ])
  func article(columns: Int, expected: String) {
    #expect(byline(Samples.picturedArticle, columns: columns) == expected)
  }

  @Test(
    "the byline shows a video's duration and a video mark",
    arguments: [
      (nil, "▶ video"), (724, "12:04 · ▶ video"),
      (5, "0:05 · ▶ video"), (3723, "1:02:03 · ▶ video"),
    ])
  func video(seconds: Int?, expected: String) {
    var metadata = Samples.video
    metadata.remoteVideo?.duration = seconds.map { .seconds($0) }
    #expect(byline(metadata) == expected)
  }

  @Test("a page without these facts has no byline")
  func nothing() { #expect(byline(Samples.article) == nil) }

  @Test(
    "recent publication times are relative, and others are dates",
    arguments: [
      (-0.4, "today"), (0.001, "1 minute ago"), (0.5, "12 hours ago"), (3, "3 days ago"),
      (40, "5 weeks ago"), (60, "16 Apr 2025"), (4000, "3 Jul 2014"), (-3, "18 Jun 2025"),
    ])
  func published(days: Double, expected: String) {
    let moment = Samples.now - days * Samples.day
    #expect(PublicationTime.text(for: moment, now: Samples.now) == expected)
  }

  @Test("in printed cards, publication times are dates, because those stay true")
  func paper() {
    #expect(PublicationTime.text(for: Samples.now, now: nil) == "15 Jun 2025")
  }
}
