import Bookmarks
package import Foundation
import LinkPreview
import Markup

/// A source of a wheel's links, as the user wrote it.
package enum WheelSource: Hashable, Sendable {
  case standardInput
  /// A file or a folder.
  case file(path: String)
  /// A list, feed, sitemap or page on the web.
  case address(URL)
  /// A repository on the web, whose README is the list.
  case repository(Repository)

  /// - Parameter text: `-` for standard input, an http or https address, or a path. Text that isn't
  ///   a file's path and looks like an address without its scheme is an address:
  ///   `github.com/owner/name`.
  /// - Throws: ``WheelSourceError/notAnAddress(_:)`` for an address with another scheme.
  package init(_ text: String) throws(WheelSourceError) {
    if text == "-" {
      self = .standardInput
    } else if text.contains("://") {
      guard let url = URL(webAddress: text) else { throw .notAnAddress(text) }
      self.init(address: url)
    } else if let address = Self.address(withoutScheme: text) {
      self.init(address: address)
    } else {
      self = .file(path: text)
    }
  }

  private init(address url: URL) {
    self = Repository(url).map { .repository($0) } ?? .address(url)
  }

  /// Returns the address that a text without a scheme means, or nil if the text is a path.
  static func address(withoutScheme text: String) -> URL? {
    guard SchemelessAddress(text) != nil, !FileManager.default.fileExists(atPath: text) else {
      return nil
    }
    return WebAddress(typed: text)?.url
  }

  /// The source in a form that's independent of the current folder: an absolute path, an address,
  /// or `-` for a source that can be read only once.
  package var location: String {
    switch self {
    case .standardInput: Self.onceOnly
    case .file(let path) where Self.isOnceOnly(path): Self.onceOnly
    case .file(let path): URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    case .address(let url): url.absoluteString
    case .repository(let repository): repository.address.absoluteString
    }
  }

  /// The location of sources that can be read only once: standard input, or a pipe.
  package static let onceOnly = "-"

  /// Whether a location's source can be read only once, such as `/dev/fd/63` for `<(command)`.
  package static func isOnceOnly(_ location: String) -> Bool {
    if location == onceOnly { return true }
    let path = URL(filePath: location).standardizedFileURL.path(percentEncoded: false)
    // The number of an open file means a different file in the next process.
    if path == "/dev/stdin" || path.hasPrefix("/dev/fd/") { return true }
    if path.wholeMatch(of: /\/proc\/[^\/]+\/fd\/[^\/]+/) != nil { return true }
    var status = stat()
    guard !location.contains("://"), stat(path, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT)
  }

  /// Reads the source's links.
  package func contents(
    by loader: SourceLoader = SourceLoader()
  ) async throws(WheelSourceError) -> SourceContents {
    switch try await loader.load(self, since: nil) {
    case .contents(let contents): return contents
    // Only a request with validators can find the source unchanged.
    case .notModified: throw .fetch(address: location, .failed(.httpStatus(304)))
    }
  }

  /// Reads the source's links, unless the source is unchanged.
  /// - Parameter versions: the versions of an earlier result.
  func load(
    since versions: SourceVersions?, by loader: SourceLoader = SourceLoader()
  ) async throws(WheelSourceError) -> LoadedSource {
    try await loader.load(self, since: versions)
  }
}
