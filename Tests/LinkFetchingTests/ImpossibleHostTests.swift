import Foundation
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct ImpossibleHostTests {
  @Test(
    "an impossible host is refused when fetched or redirected to",
    arguments: [
      "http://%00.example/", "http://a%00b/", "http://localhost%00.example/", "http://a%20b/",
      "http://a b/", "http://%0A/", "http://a%0D%0Ab/", "http://a%2Fb/", "http://a%3Fb/",
      "http://a%23b/", "http://a%40b/", "http://a%3A80/", "http://a%5Cb/", "http://%25/",
      "http://%7F/", "http://%C2%85/", "http://%E2%80%AEa/", "http://%EF%BF%BF/", "http://a%3Cb/",
      "http://%5B::1%5D%2Fa/",
      "http://\(String(repeating: "a.", count: 150))example/",
    ])
  func fetched(text: String) async throws {
    // The fetch refuses it too, not only the parser of typed addresses.
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
}
