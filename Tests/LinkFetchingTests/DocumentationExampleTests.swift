import Foundation
import LinkPreview
import LinkFetching
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DocumentationExampleTests {
  @Test("the landing page's example works, and is the one compiled here")
  func landingPage() async throws {
    try expectExampleIsDocumented()
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
    // docc:begin
    let client = LinkPreviewClient(configuration: .init(timeout: .seconds(5)))

    let metadata: LinkMetadata
    do {
      metadata = try await client.metadata(for: url)
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

  /// Compares the example of the landing page with the lines between the markers, without
  /// indentation. The page's imports have to be those of this file.
  private func expectExampleIsDocumented() throws {
    let file = URL(filePath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try lines(
      of: root.appending(path: "Sources/LinkFetching/LinkFetching.docc/LinkFetching.md"))
    let source = try lines(of: file)
    let documented = page.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    let compiled = source.drop { $0 != "// docc:begin" }.dropFirst().prefix { $0 != "// docc:end" }
    let imports = documented.prefix { $0.hasPrefix("import ") }
    let body = documented.dropFirst(imports.count).drop(while: \.isEmpty)
    #expect(!compiled.isEmpty)
    #expect(Array(body) == Array(compiled))
    for line in imports { #expect(source.contains(line)) }
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
