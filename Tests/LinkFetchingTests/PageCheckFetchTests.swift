import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct PageCheckFetchTests {
  @Test("the picture and icon are fetched, but only the size of the video")
  func media() async throws {
    let page = """
      <html lang=en><title>T</title><meta property=og:title content=T>
      <meta property=og:image content=/i.svg><link rel=icon href=/i.svg?2>
      <meta property=og:video content=/%@.mp4>
      """
    let drawing = "<svg width=1000 height=1000>" + String(repeating: " ", count: 6 << 20)
    let endless = Answer.Step.endless([UInt8](repeating: 7, count: 4_096))
    let video = Answer.head(200, headers: ["Content-Type: video/mp4", "Content-Length: 3000000"])
    let routes: [String: Answer] = [
      "/video": .page(page.replacing("%@", with: "v")),
      "/gone": .page(page.replacing("%@", with: "gone")),
      "/i.svg": .page(drawing, type: "image/svg+xml"),
      "/i.svg?2": .page(drawing, type: "image/svg+xml"), "/v.mp4": Answer([.text(video), endless]),
    ]
    try await withServer(routes) { server in
      let found = try await PageCheck.findings(fetching: server.url("/video")).map(\.text)
      #expect(
        found.first == "icon, picture and video are 15.6 MB together; over 10 MB they are left out")
      #expect(!found.contains { $0.contains("can't be fetched") || $0.contains("no icon") })
      let gone = try await PageCheck.findings(fetching: server.url("/gone")).map(\.text)
      #expect(gone.contains("the video can't be fetched: HTTP 404 (not found)"))
    }
  }
}
