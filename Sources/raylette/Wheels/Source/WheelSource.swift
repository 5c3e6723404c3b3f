import Foundation
import LinkPreview
import Markup

/// Where the links of a wheel come from, as somebody wrote it.
enum WheelSource: Hashable, Sendable {
  case standardInput
  /// A file or a folder.
  case file(path: String)
  /// A list, feed, sitemap or page on the web.
  case address(URL)
  /// A repository on the web, whose README is the list.
  case repository(Repository)

  /// - Parameter text: `-` for standard input, an http or https address, or a path.
  /// - Throws: ``WheelSourceError/notAnAddress(_:)`` for an address with another scheme.
  init(_ text: String) throws(WheelSourceError) {
    if text == "-" {
      self = .standardInput
    } else if text.contains("://") {
      guard let url = URL(webAddress: text) else { throw .notAnAddress(text) }
      self = Repository(url).map { .repository($0) } ?? .address(url)
    } else {
      self = .file(path: text)
    }
  }

  /// The source as it's understood from any folder: an absolute path, an address, or `-`.
  var location: String {
    switch self {
    case .standardInput: "-"
    case .file(let path): URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    case .address(let url): url.absoluteString
    case .repository(let repository): repository.address.absoluteString
    }
  }

  /// Reads the links.
  func contents(
    by loader: SourceLoader = SourceLoader()
  ) async throws(WheelSourceError) -> SourceContents {
    switch try await loader.load(self, since: nil) {
    case .contents(let contents): return contents
    // Only a request with validators can end like this.
    case .notModified: throw .fetch(address: location, .failed(.httpStatus(304)))
    }
  }

  /// Reads the links, unless nothing has changed.
  /// - Parameter versions: those of an earlier result.
  func load(
    since versions: SourceVersions?, by loader: SourceLoader = SourceLoader()
  ) async throws(WheelSourceError) -> LoadedSource {
    try await loader.load(self, since: versions)
  }
}
