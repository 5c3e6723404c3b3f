import Bookmarks
import Foundation
import LinkPreview
import Links
import Markup
import Testing

@testable import LinkStore

struct BookmarkMetadataTests {
  @Test("metadata from a file is sanitized like fetched metadata")
  func hostile() throws {
    let url = try #require(URL(webAddress: "https://a.example/"))
    let json = #"""
      {"originalURL":"https://evil.example/","title":"a\u001b[2Jb",
      "url":"file:///etc/passwd","image":{"url":"file:///dev/zero"},"icons":[{"url":"https://a.example/i.png"},
      {"url":"javascript:x"}],"feeds":["data:x"]}
      """#
    let bookmark = Bookmark(url: url, metadata: Data(json.utf8))
    let metadata = try #require(bookmark.linkMetadata)
    #expect(metadata.originalURL.absoluteString == "https://a.example/")
    #expect(metadata.url.absoluteString == "https://a.example/")
    #expect(metadata.title == "a[2Jb")
    #expect(metadata.image == nil)
    #expect(metadata.icons.map(\.url.absoluteString) == ["https://a.example/i.png"])
    #expect(metadata.feeds.isEmpty)
  }

  @Test("fetched metadata passes through a bookmark unchanged")
  func roundTrip() throws {
    let url = try #require(URL(webAddress: "https://a.example/"))
    var metadata = LinkMetadata(originalURL: url)
    metadata.title = "A \"title\""
    metadata.readingTime = .seconds(90)
    metadata.icons = [.init(url: url, type: "image/png", width: 32)]
    let link = SavedLink(id: 1, metadata: metadata, savedAt: .distantPast)
    #expect(link.bookmark.linkMetadata == metadata)
    #expect(Bookmark(url: url).linkMetadata == nil)
  }
}
