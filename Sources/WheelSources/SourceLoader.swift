import Bookmarks
package import Foundation
package import LinkFetching
import LinkPreview
import Markup

/// Reads the links of local sources and of sources on the web.
package struct SourceLoader: Sendable {
  /// Fetches lists.
  let client: LinkPreviewClient
  /// Fetches the feeds and sitemaps that lists name, with a shorter time limit, because one that
  /// hangs shouldn't delay all others.
  let referenceClient: LinkPreviewClient
  /// Replaces addresses before they're fetched, for tests.
  let resolve: @Sendable (URL) -> URL
  /// Called with the number of feeds and sitemaps read so far, and the number of all.
  package var progress: @Sendable (Int, Int) -> Void = { _, _ in }

  package init(
    client: LinkPreviewClient = Self.client(timeout: .seconds(60)),
    referenceClient: LinkPreviewClient = Self.client(timeout: .seconds(20)),
    resolve: @escaping @Sendable (URL) -> URL = { $0 },
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) {
    self.client = client
    self.referenceClient = referenceClient
    self.resolve = resolve
    self.progress = progress
  }

  private static func client(timeout: Duration) -> LinkPreviewClient {
    LinkPreviewClient(configuration: .init(timeout: timeout))
  }

  /// The maximum size of a response in bytes, as for sitemaps
  /// (https://www.sitemaps.org/protocol.html).
  static let limit = 50 << 20

  /// The media types of lists of links.
  static let accept =
    "text/markdown,text/plain,application/atom+xml,application/rss+xml,application/feed+json,"
    + "application/xml;q=0.9,text/html;q=0.8,*/*;q=0.5"

  func load(
    _ source: WheelSource, since versions: SourceVersions?
  ) async throws(WheelSourceError) -> LoadedSource {
    switch source {
    case .standardInput:
      return .contents(try await collect([SourceReader.standardInput()], name: "stdin"))
    case .file(let path):
      let name = Self.stem(of: path)
      let documents =
        SourceFolder.isFolder(path)
        ? try folder(path) : [try SourceReader.document(ofFile: path)]
      return .contents(try await collect(documents, name: name))
    case .address(let url): return try await load(addresses: [url], since: versions)
    case .repository(let repository):
      do {
        return try await load(
          addresses: repository.files, of: repository, since: versions)
      } catch .fetch(_, .failed(.httpStatus(404))) {
        throw .noReadme(repository)
      }
    }
  }

  // MARK: - Folders

  private func folder(_ path: String) throws(WheelSourceError) -> [SourceDocument] {
    let documents = SourceFolder(path: path).files.compactMap { file -> SourceDocument? in
      guard var document = try? SourceReader.document(ofFile: file, isPlainList: false) else {
        return nil
      }
      // The name of a file without topics is a topic.
      let topic = Self.stem(of: file)
      for index in document.contents.bookmarks.indices
      where document.contents.bookmarks[index].tags.isEmpty {
        document.contents.bookmarks[index].tags = [topic]
      }
      return document
    }
    let isEmpty = documents.allSatisfy {
      $0.contents.bookmarks.isEmpty && $0.contents.references.isEmpty
    }
    if isEmpty { throw .emptyFolder(path: path) }
    return documents
  }

  /// The name of a file without its extension, or of a folder.
  static func stem(of path: String) -> String {
    let url = URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL
    return url.deletingPathExtension().lastPathComponent
  }

  // MARK: - Addresses

  /// Reads the first address that leads to a file.
  private func load(
    addresses: [URL], of repository: Repository? = nil, since versions: SourceVersions?
  ) async throws(WheelSourceError) -> LoadedSource {
    // Tries the address of the last load first.
    let known = addresses.first { address in
      versions?.files.first?.address == address
    }
    let addresses = [known].compactMap(\.self) + addresses.filter { $0 != known }
    var (address, result) = try await fetch(firstOf: addresses, since: versions)
    if case .notModified = result {
      if await isUnchanged(versions, except: address) { return .notModified }
      (address, result) = try await fetch(firstOf: [address], since: nil)
    }
    // A server can't report an unchanged file for a request without validators.
    guard case .file(let file) = result else {
      throw .fetch(address: address.absoluteString, .failed(.httpStatus(304)))
    }
    let listAddress = repository?.address ?? address
    var document = try SourceReader.document(
      file.data, name: listAddress.absoluteString, base: repository?.base ?? file.url,
      charset: file.charset)
    document.url = file.url
    if let repository {
      document.contents.bookmarks.removeAll { repository.contains($0.address) }
    }
    let name = repository?.name ?? Self.name(of: document.contents, at: file.url)
    let version = SourceVersions.File(address: address, validators: file.validators)
    return .contents(try await collect([document], name: name, version: version))
  }

  /// A name for the contents of an address: their title, if that's short, or the site.
  private static func name(of contents: BookmarkReader.Contents, at url: URL) -> String {
    if let title = contents.title, title.count <= 40 { return title }
    return url.displayHost
  }

  private func fetch(
    firstOf addresses: [URL], since versions: SourceVersions?
  ) async throws(WheelSourceError) -> (URL, FileFetchResult) {
    var failure = WheelSourceError.notAnAddress("")
    for address in addresses {
      do throws(LinkMetadataError) {
        let request = FileRequest(
          url: resolve(address), accept: Self.accept, limit: Self.limit,
          refuses: { FileKind.name(ofType: $0) != nil })
        return (
          address, try await client.file(request, since: versions?.validators(of: address))
        )
      } catch .failed(.notAWebPage(let type)) {
        throw .wrongType(
          name: address.absoluteString, kind: FileKind.name(ofType: type) ?? type)
      } catch {
        failure = .fetch(address: address.absoluteString, error)
        guard case .failed(.httpStatus(404)) = error else { throw failure }
      }
    }
    throw failure
  }
}
