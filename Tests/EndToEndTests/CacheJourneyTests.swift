import Foundation
import LinkPreview
import LinkStore
import Links
import TestSupport
import Testing

/// The metadata cache as users see it.
@Suite(.takesTurn)
struct CacheJourneyTests {
  @Test("a dead link is remembered in the next session, and retrying fetches it again")
  func deadLink() async throws {
    try await withServer(["/page": .status(404)]) { server in
      try await withTerminal { terminal in
        let wheel = try terminal.home.wheel(server.url("/page"))
        for _ in 0..<2 {
          try await terminal.runProgram(wheel)
          try await terminal.waitFor("Spin the Wheel")
          try await terminal.press("Space")
          try await terminal.waitFor("HTTP 404 (not found)")
          // The program may quit before it records the failure, so this waits for the record.
          let cache = MetadataCache(
            location: StoreLocation(environment: terminal.home.environment, folder: "raylette"))
          try await waitUntil {
            try await cache.failure(for: server.url("/page"), at: Date()) != nil
          }
          try await terminal.quit()
        }
        #expect(server.requests.filter { $0.path == "/page" }.count == 1)
        try await terminal.runProgram(wheel)
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("HTTP 404 (not found)")
        try await terminal.press("r")
        try await terminal.wait("a second request") { _ in server.requests.count == 2 }
        try await terminal.waitFor("HTTP 404 (not found)")
      }
    }
  }

  @Test("an outdated card is refreshed by itself")
  func staleCard() async throws {
    let gate = Answer { request in
      request.header("If-None-Match") == "\"v1\"" ? JourneyTests.page : .status(500)
    }
    try await withServer(["/page": gate]) { server in
      try await withTerminal { terminal in
        let url = server.url("/page")
        var old = LinkMetadata(originalURL: url)
        old.title = "The first edition"
        let cache = MetadataCache(
          location: StoreLocation(environment: terminal.home.environment, folder: "raylette"))
        try await cache.store(
          old, validators: PageValidators(url: url, entityTag: "\"v1\""),
          at: Date() - 20 * 86_400)
        try await terminal.runProgram(try terminal.home.wheel(url))
        try await terminal.waitFor("Spin the Wheel")
        try await terminal.press("Space")
        try await terminal.waitFor("日本語 Crafting Interpreters")
        #expect(try await !terminal.screen.contains("fetched"))
        #expect(server.requests.filter { $0.path == "/page" }.count == 1)
      }
    }
  }
}
