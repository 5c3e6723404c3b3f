import Foundation
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct SiteTests {
  @Test("sites are counted without the trash, most links first")
  func counts() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      #expect(try await store.sites().isEmpty)
      let urls = ["b.example/1", "www.b.example/2", "a.example/", "c.example/", "b.example/3"]
      var ids: [SavedLink.ID] = []
      for url in urls {
        let address = try #require(WebAddress("https://\(url)"))
        ids.append(try await store.add([address], at: .now)[0].outcome.link.id)
      }
      try await store.apply(.trash([ids[3]], at: .now), at: .now)
      let sites = try await store.sites()
      #expect(sites.map(\.name) == ["b.example", "a.example"] && sites.map(\.count) == [3, 1])
    }
  }
}
