import Foundation
import LinkPreview
import TaskLimits
import TestSupport
import Testing

@testable import Articles
@testable import LinkFetching

/// Pages that are read on after their metadata is known.
@Suite(.takesTurn)
struct PageBeginningTests {
  private static let head = """
    <html><head><title>Ferry</title><meta property=og:title content=Ferry>\
    <meta property=og:description content="A trip by ferry"><meta property=og:image content=/i.png>\
    <meta property=og:type content=website><meta name=author content=Ann>\
    <meta property=article:published_time content=2024-04-13>\
    <link rel=apple-touch-icon sizes=180x180 href=/t.png></head><body>
    """
  private static let prose = """
    <article><p>The ferry left the harbour at dawn, and nobody on board had slept. The sea was \
    calm, the coffee was thin, and the captain hummed an old song.</p><p>By noon the island came \
    into view, grey at first, then green. Two gulls followed the ship, waited for bread, and gave \
    up at last.</p>
    """

  private let loader = PageLoader(configuration: .init(timeout: .seconds(30)))

  @Test("the metadata doesn't wait for the body; the text comes when the body has")
  func twoParts() async throws {
    let gate = AsyncGate()
    let answer = Answer.open([.text(Self.head), .gate(gate), .text(Self.prose)])
    try await withServer(["/": answer]) { server in
      let page = await loader.load(
        LinkMetadataRequest(url: server.url("/")), readingOn: 512 << 10)
      let metadata = try page.result.get().metadata()
      #expect(metadata.title == "Ferry")
      gate.open()
      let article = await page.beginning()
      #expect(article?.firstParagraphs(length: 10).map { $0.prefix(9) } == ["The ferry"])
      #expect(article?.firstParagraphs(length: 3_000).count == 2)
      #expect(server.requests.count == 1)
    }
  }

  @Test("at most the limit is read, whatever the server sends")
  func limited() async throws {
    let endless = Answer.open([
      .text(Self.head), .text(Self.prose), .endless(Array("<!-- on and on -->".utf8)),
    ])
    try await withServer(["/": endless]) { server in
      let page = await loader.load(
        LinkMetadataRequest(url: server.url("/")), readingOn: 64 << 10)
      let metadata = try page.result.get().metadata()
      #expect(metadata.title == "Ferry")
      let article = await page.beginning()
      let length = article?.plainText.utf8.count ?? 0
      #expect(length > 200 && length <= 64 << 10)
      await server.waitUntilIdle()
    }
  }

  @Test("a body that breaks off, or has no text, is no error", arguments: [true, false])
  func incomplete(isCut: Bool) async throws {
    let steps = [Answer.Step.text(Self.head)] + (isCut ? [.text(Self.prose), .reset] : [])
    try await withServer(["/": .open(steps)]) { server in
      let page = await loader.load(
        LinkMetadataRequest(url: server.url("/")), readingOn: 512 << 10)
      let metadata = try page.result.get().metadata()
      #expect(metadata.title == "Ferry")
      let article = await page.beginning()
      if !isCut { #expect(article == nil) }
    }
  }

  private func page(_ url: URL) async throws -> LoadedPage? {
    let page = await loader.load(
      LinkMetadataRequest(url: url), readingOn: 512 << 10)
    let metadata = try page.result.get().metadata()
    #expect(metadata.title == "Ferry")
    return page
  }

  @Test(
    "cancelling the wait, or dropping the beginning, closes the connection",
    arguments: [true, false])
  func cancelled(isDropped: Bool) async throws {
    let answer = Answer.open([.text(Self.head), .hang])
    try await withServer(["/": answer]) { server in
      var page = try await page(server.url("/"))
      #expect(page != nil)
      if isDropped {
        page = nil
      } else {
        let wait = Task { [page] in await page?.beginning() }
        wait.cancel()
        #expect(await wait.value == nil)
      }
      await server.waitUntilIdle()
    }
  }

  @Test("a page that's being read on is requested again by whoever wants it then")
  func again() async throws {
    let answer = Answer.open([.text(Self.head), .hang])
    try await withServer(["/": answer]) { server in
      let first = try await page(server.url("/"))
      let second = try await page(server.url("/"))
      #expect(server.requests.count == 2)
      #expect(first != nil && second != nil)
    }
  }

  @Test("a failure has no beginning, and cancelling the fetch is a failure")
  func failures() async throws {
    try await withServer(["/gone": .status(404), "*": Answer([.hang])]) { server in
      let page = await loader.load(
        LinkMetadataRequest(url: server.url("/gone")), readingOn: 512 << 10)
      #expect(throws: LinkMetadataError.failed(.httpStatus(404))) { try page.result.get() }
      #expect(await page.beginning() == nil)
      let fetch = Task {
        await loader.load(LinkMetadataRequest(url: server.url("/")), readingOn: 512 << 10).result
      }
      await server.wait { $0.contains { $0.path == "/" } }
      fetch.cancel()
      #expect(await fetch.value == .failure(.cancelled))
      await server.waitUntilIdle()
    }
  }

  @Test("first paragraphs are only paragraphs, up to a length")
  func paragraphs() {
    let article = Article(blocks: [
      .heading(level: 2, [.text("One")]), .paragraph([.text("First "), .strong([.text("bold")])]),
      .code("let x = 1", language: nil), .paragraph([.text(" ")]), .paragraph([.text("Second")]),
      .paragraph([.text("Third")]),
    ])
    #expect(article.firstParagraphs(length: 12) == ["First bold", "Second"])
    #expect(article.firstParagraphs(length: 0) == [])
    #expect(article.firstParagraphs(length: 1_000).count == 3)
  }
}
