import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import TestSupport
import Testing

@testable import Favorites

@Suite(.takesTurn)
struct RepositoryTests {
  @Test(
    "addresses of repositories mean their README",
    arguments: [
      (
        "https://github.com/o/awesome",
        "https://raw.githubusercontent.com/o/awesome/HEAD/README.md",
        "https://github.com/o/awesome/blob/HEAD/README.md", "awesome"
      ),
      (
        "https://www.github.com/o/awesome.git/",
        "https://raw.githubusercontent.com/o/awesome/HEAD/README.md",
        "https://github.com/o/awesome/blob/HEAD/README.md", "awesome"
      ),
      (
        "https://github.com/o/n/tree/main/docs/de#x",
        "https://raw.githubusercontent.com/o/n/main/docs/de/README.md",
        "https://github.com/o/n/blob/main/docs/de/README.md", "n"
      ),
      (
        "https://github.com/o/n/blob/main/Lists/C%2B%2B.md",
        "https://raw.githubusercontent.com/o/n/main/Lists/C%2B%2B.md",
        "https://github.com/o/n/blob/main/Lists/C%2B%2B.md", "n"
      ),
      (
        "https://gitlab.com/g/s/n/", "https://gitlab.com/g/s/n/-/raw/HEAD/README.md",
        "https://gitlab.com/g/s/n/-/blob/HEAD/README.md", "n"
      ),
      (
        "https://gitlab.com/g/n/-/tree/dev", "https://gitlab.com/g/n/-/raw/dev/README.md",
        "https://gitlab.com/g/n/-/blob/dev/README.md", "n"
      ),
      (
        "https://codeberg.org/o/n", "https://codeberg.org/o/n/raw/HEAD/README.md",
        "https://codeberg.org/o/n/src/HEAD/README.md", "n"
      ),
      (
        "https://codeberg.org/o/n/src/branch/main/docs",
        "https://codeberg.org/o/n/raw/branch/main/docs/README.md",
        "https://codeberg.org/o/n/src/branch/main/docs/README.md", "n"
      ),
    ])
  func addresses(page: String, file: String, base: String, name: String) throws {
    let url = try #require(URL(string: page))
    let repository = try #require(Repository(url))
    #expect(repository.files.first?.absoluteString == file)
    #expect(repository.base.absoluteString == base)
    #expect(repository.name == name)
    #expect(repository.files.count == (file.hasSuffix("README.md") ? 6 : 1))
  }

  @Test(
    "other addresses mean the page itself",
    arguments: [
      "https://github.com/", "https://github.com/owner", "https://github.com/topics/swift",
      "https://github.com/o/n/issues", "https://github.com/o/n/tree", "https://gitlab.com/group",
      "https://gitlab.com/g/n/-/issues", "https://codeberg.org/o/n/issues",
      "https://example.org/o/n", "https://gist.github.com/o/0123",
    ])
  func others(page: String) throws {
    let url = try #require(URL(string: page))
    #expect(Repository(url) == nil)
  }

  /// Sends requests for any site to a test server.
  private func loader(for server: FixtureServer) -> SourceLoader {
    SourceLoader(resolve: { server.url($0.path(percentEncoded: true)) })
  }

  private let readme = """
    # Awesome [![CI](https://ci.example/b.svg)](https://ci.example/)
    ## Rays
    - [A](https://a.example/) - About A.
    - [Docs](docs/a.md), [Issues](../../issues), [Wiki](https://github.com/O/N/wiki)
    - [Other](https://github.com/o/n-other), [Up](/o)
    - [Top](#rays)
    """

  @Test("a README is found by any spelling, and its own pages and badges aren't links")
  func readme() async throws {
    try await withServer([
      "/o/n/HEAD/readme.md": .page(readme, type: "text/plain"), "*": .status(404),
    ]) { server in
      let source = try WheelSource("https://github.com/o/n")
      let contents = try await source.contents(by: loader(for: server))
      #expect(contents.name == "n")
      #expect(
        contents.links.map(\.address.text) == [
          "https://a.example/", "https://github.com/o/n-other", "https://github.com/o",
        ])
      #expect(contents.links.first?.summary == "About A.")
      #expect(contents.wheel.links.map(\.topics) == [["Rays"], ["Rays"], ["Rays"]])
      #expect(server.requests.map(\.path) == ["/o/n/HEAD/README.md", "/o/n/HEAD/readme.md"])
      // The next time, it's asked for at once.
      _ = try await source.load(since: contents.versions, by: loader(for: server))
      #expect(server.requests.count == 3)
    }
  }

  @Test("a repository without a README is an error")
  func missing() async throws {
    try await withServer(["*": .status(404)]) { server in
      let error = await #expect(throws: WheelSourceError.self) {
        try await WheelSource("https://github.com/o/n").contents(by: loader(for: server))
      }
      #expect(
        error?.description
          == "there's no README with links at https://github.com/o/n; check the address, or give that of the list itself"
      )
      #expect(server.requests.count == 6)
    }
  }
}
