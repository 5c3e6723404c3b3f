import Foundation
import LinkFetching
import LinkPreview
import TestSupport
import Testing

/// The code of the documentation. A test compares it with the pages; see CONTRIBUTING.
@Suite(.takesTurn)
struct DocumentationExampleTests {
  @Test("the landing page's example works")
  func landingPage() async throws {
    let page = """
      <title>Crafting Interpreters</title>
      <meta property="og:site_name" content="Bob Nystrom">
      <meta property="og:image" content="/cover.png">
      <link rel="icon" href="/icon.png">
      """
    let icon = PNG.file(width: 2, height: 2) { _, _ in (red: 200, green: 0, blue: 0) }
    let routes: [String: Answer] = [
      "/": .page(page), "/icon.png": .page(icon, type: "image/png"), "/missing": .status(404),
    ]
    try await withServer(routes) { server in
      let (metadata, file) = try await showPreview(of: server.url("/"))
      #expect(metadata.displayTitle == "Crafting Interpreters")
      #expect(metadata.displaySiteName == "Bob Nystrom")
      #expect(metadata.image?.url == server.url("/cover.png"))
      #expect(file.type == "image/png")
      #expect(file.data == Data(icon))
      await #expect(throws: LinkMetadataError.failed(.httpStatus(404))) {
        _ = try await showPreview(of: server.url("/missing"))
      }
      #expect(server.requests.map(\.path) == ["/", "/icon.png", "/missing"])
    }
  }

  private func showPreview(of url: URL) async throws -> (LinkMetadata, ImageFile) {
    // docc:begin LinkFetching
    let pages = PageLoader(configuration: .init(timeout: .seconds(5)))

    let metadata: LinkMetadata
    do {
      metadata = try await pages.metadata(for: url)
    } catch {
      print(error.sentence)  // "Metadata fetch failed."
      print(error.detail ?? "")  // "HTTP 404 (not found)"
      throw error
    }
    print(metadata.displayTitle)  // "Crafting Interpreters"
    print(metadata.displaySiteName)  // "craftinginterpreters.com"
    print(metadata.image?.url.absoluteString ?? "no image")

    let icon = try await LinkImageLoader().icon(for: metadata)
    print(icon.type, icon.data.count)  // "image/png 4286"
    // docc:end
    return (metadata, icon)
  }

  @Test("the tutorial works")
  func gettingStarted() async throws {
    let icon = PNG.file(width: 2, height: 2) { _, _ in (red: 200, green: 0, blue: 0) }
    let feed = Answer { request in
      request.header("If-None-Match") == "\"1\""
        ? .status(304)
        : .page("<rss/>".utf8, type: "application/rss+xml", headers: ["ETag: \"1\""])
    }
    let routes: [String: Answer] = [
      "/": .page("<title>Crafting Interpreters</title><link rel=icon href=/icon.png>"),
      "/icon.png": .page(icon, type: "image/png"), "/slow": .open([.hang]),
      "/missing": .status(404), "/feed": feed,
    ]
    try await withServer(routes) { server in
      try await fetch(server.url("/"), slow: server.url("/slow"))
      let pages = PageLoader()
      try await explain(server.url("/missing"), pages)
      try await fetchTwice(server.url("/feed"), pages)
      let first = server.requests.first
      #expect(first?.header("Authorization") == "Bearer secret")
      #expect(first?.header("Accept-Language")?.hasPrefix("de-AT") == true)
      let paths = server.requests.map(\.path).filter { $0 != "/slow" }
      #expect(paths == ["/", "/icon.png", "/missing", "/missing", "/feed", "/feed"])
    }
  }

  private func fetch(_ url: URL, slow slowURL: URL) async throws {
    let token = "secret"
    // docc:begin GettingStarted
    let pages = PageLoader(
      configuration: .init(timeout: .seconds(5), includesSubresources: false))
    var request = LinkMetadataRequest(url: url)
    request.languages = ["de-AT", "de"]
    request.headers = ["Authorization": "Bearer \(token)"]  // to this host only
    let metadata = try await pages.metadata(for: request)
    print(metadata.displayTitle)
    // docc:end
    #expect(metadata.displayTitle == "Crafting Interpreters")

    // docc:begin GettingStarted
    let task = Task { try await pages.metadata(for: slowURL) }
    task.cancel()
    do {
      _ = try await task.value
    } catch LinkMetadataError.cancelled {
      print("cancelled")
    }
    // docc:end
    await #expect(throws: LinkMetadataError.cancelled) { try await task.value }

    try await load(metadata)
  }

  private func explain(_ missingURL: URL, _ pages: PageLoader) async throws {
    // docc:begin GettingStarted
    do {
      _ = try await pages.metadata(for: missingURL)
    } catch {
      switch error {
      case .timedOut(let host, let limit): print("\(host) took longer than \(limit)")
      case .failed(.httpStatus(let status)): print("HTTP \(status)")
      case .failed(.hostNotFound(let host)): print("no host is named \(host)")
      case .notAllowed: print("this address is never fetched")
      case .cancelled, .failed, .unknown: print(error.sentence, error.detail ?? "")
      }
    }
    // docc:end
    await #expect(throws: LinkMetadataError.failed(.httpStatus(404))) {
      try await pages.metadata(for: missingURL)
    }
  }

  private func load(_ metadata: LinkMetadata) async throws {
    // docc:begin GettingStarted
    let loader = LinkImageLoader(cache: InMemoryImageCache(), timeout: .seconds(5))
    do {
      let icon = try await loader.icon(for: metadata)
      print(icon.type, icon.data.count <= LinkImageLoader.iconSizeLimit)  // "image/png true"
    } catch {
      print(error)  // for example that the site has none
    }
    let kept = await loader.cachedIcon(for: metadata)  // without using the network
    // docc:end
    #expect(kept?.type == "image/png")
  }

  private func fetchTwice(_ feedURL: URL, _ pages: PageLoader) async throws {
    // docc:begin GettingStarted
    let feed = FileRequest(url: feedURL, accept: "application/rss+xml,*/*;q=0.5", limit: 1 << 20)
    var validators: PageValidators?
    for _ in 1...2 {
      let result: FileFetchResult = try await pages.file(feed, since: validators)
      switch result {
      case .file(let file):
        print(file.mediaType, file.data.count)
        validators = file.validators
      case .notModified: print("still the same")
      }
    }
    // docc:end
    #expect(validators?.entityTag == "\"1\"")
  }
}
