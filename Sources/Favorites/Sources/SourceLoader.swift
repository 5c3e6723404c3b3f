import Bookmarks
package import Foundation
package import LinkFetching
import LinkPreview
import Localization
import Markup
import TaskLimits

/// Reads the links of local sources and of sources on the web.
package struct SourceLoader: Sendable {
  /// Fetches lists.
  let pages: PageLoader
  /// Fetches the feeds and sitemaps that lists name, with a shorter time limit, because one that
  /// hangs shouldn't delay all others.
  let referencePages: PageLoader
  /// Replaces addresses before they're fetched, for tests.
  let resolve: @Sendable (URL) -> URL
  /// Called with the number of feeds and sitemaps read so far, and the number of all.
  package var progress: @Sendable (Int, Int) -> Void = { _, _ in }

  package init(
    pages: PageLoader = Self.pages(timeout: .seconds(60)),
    referencePages: PageLoader = Self.pages(timeout: .seconds(20)),
    resolve: @escaping @Sendable (URL) -> URL = { $0 },
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) {
    self.pages = pages
    self.referencePages = referencePages
    self.resolve = resolve
    self.progress = progress
  }

  private static func pages(timeout: Duration) -> PageLoader {
    PageLoader(configuration: .init(timeout: timeout))
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
      // The name of a file without topics is a topic, but not that of a shortcut.
      let topic = Self.stem(of: file)
      if document.contents.bookmarks.map(\.title) == [topic] { return document }
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
      file, name: listAddress.absoluteString, base: repository?.base)
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
          address, try await pages.file(request, since: versions?.validators(of: address))
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

extension SourceLoader {
  /// The maximum number of links.
  static let linkLimit = 1_000_000

  /// Collects the links of files, and of the feeds and sitemaps that the files name.
  /// - Parameter version: the version of the list, if the list was fetched.
  func collect(
    _ documents: [SourceDocument], name: String, version: SourceVersions.File? = nil
  ) async throws(WheelSourceError) -> SourceContents {
    var links = SourceLinks(limit: Self.linkLimit)
    var contents = SourceContents(links: [], name: name, problems: documents.flatMap(\.problems))
    var files = [version].compactMap(\.self)
    for document in documents {
      let references = document.contents.references
      // The entries of a feed replace the link to the feed.
      let entries = Set(references.map(\.entry))
      links.add(document.contents.bookmarks.filter { !entries.contains($0.address) })
      let outcomes = await outcomes(of: references, namedBy: document.url)
      var failures: [SourceProblem] = []
      for (reference, outcome) in zip(references, outcomes) {
        let address = reference.address.url
        switch outcome {
        case .contents(let found, let validators):
          links.add(Self.links(of: found, as: reference))
          files.append(.init(address: address, validators: validators))
        case .failed(let message):
          failures.append(SourceProblem(file: reference.address.text, message: message))
          files.append(.init(address: address, validators: nil))
        }
      }
      let left = references.count - outcomes.count
      if left > 0 {
        let message = localized(
          """
          \(left.grouped) of its \(references.count, "list wasn't read", "lists weren't read").
          """)
        contents.problems.append(SourceProblem(file: document.name, message: message))
      }
      if let first = failures.first, links.all.isEmpty, documents.count == 1 {
        throw .noReferences(name: document.name, count: references.count, first: first)
      }
      contents.isPartial = contents.isPartial || !failures.isEmpty
      contents.problems += failures
    }
    if links.isFull {
      let message = localized(
        "It has more than \(Self.linkLimit, "link"); the others weren't read.")
      contents.problems.append(SourceProblem(file: name, message: message))
    }
    contents.links = links.all
    contents.versions = version == nil ? nil : SourceVersions(files: files)
    try check(&contents, documents)
    return contents
  }

  private func check(
    _ contents: inout SourceContents, _ documents: [SourceDocument]
  ) throws(WheelSourceError) {
    guard documents.count == 1, let document = documents.first else { return }
    contents.isPlainList = document.contents.format == .text
    guard contents.links.isEmpty else { return }
    if contents.isPlainList, let problem = contents.problems.first { throw .wrongLine(problem) }
    throw .noLinks(name: document.name, format: document.contents.format)
  }

  /// The links of a feed, with the feed's topics in the list. A feed without topics is a topic
  /// itself.
  private static func links(
    of contents: BookmarkReader.Contents, as reference: BookmarkReference
  ) -> [Bookmark] {
    contents.bookmarks.map { link in
      var link = link
      link.tags = reference.tags + link.tags.filter { !reference.tags.contains($0) }
      if link.tags.isEmpty, let title = reference.title ?? contents.title { link.tags = [title] }
      return link
    }
  }
}

/// The outcome of fetching a feed or sitemap.
enum ReferenceOutcome: Sendable {
  case contents(BookmarkReader.Contents, PageValidators?)
  case failed(String)
}

extension SourceLoader {
  /// The maximum number of feeds or sitemaps to fetch for one list.
  static func referenceLimit(_ kind: BookmarkReference.Kind) -> Int {
    switch kind {
    case .feed: 1_000
    case .sitemap: 50
    }
  }

  /// The maximum number of concurrent fetches.
  private static let concurrency = 8

  /// Fetches feeds or sitemaps up to the limit, and returns the outcomes in their order.
  /// - Parameter url: the address of the list; nil for a local file, whose addresses are trusted.
  func outcomes(
    of references: [BookmarkReference], namedBy url: URL?
  ) async -> [ReferenceOutcome] {
    guard let kind = references.first?.kind else { return [] }
    let wanted = references.prefix(Self.referenceLimit(kind))
    var outcomes = [ReferenceOutcome?](repeating: nil, count: wanted.count)
    var done = 0
    await wanted.enumerated().concurrently(limit: Self.concurrency) {
      await outcome(of: $0.element, namedBy: url)
    } use: { item, outcome in
      outcomes[item.offset] = outcome
      done += 1
      progress(done, wanted.count)
    }
    return outcomes.map { $0 ?? .failed(localized("It wasn't read.")) }
  }

  private func outcome(of reference: BookmarkReference, namedBy list: URL?) async
    -> ReferenceOutcome
  {
    do throws(LinkMetadataError) {
      let request = self.request(for: reference.address.url, namedBy: list)
      guard case .file(let file) = try await referencePages.file(request) else {
        return .failed(localized("It can't be fetched."))
      }
      return Self.outcome(of: file, reference)
    } catch {
      return .failed(Self.endedInFullStop(error.detail ?? error.sentence))
    }
  }

  private func request(for address: URL, namedBy list: URL?) -> FileRequest {
    FileRequest(
      url: resolve(address), accept: Self.accept, limit: Self.limit, referrer: list,
      refuses: { FileKind.name(ofType: $0) != nil })
  }

  /// Ends a text in a full stop, unless it has one.
  private static func endedInFullStop(_ text: String) -> String {
    text.hasSuffix(".") || text.hasSuffix("。") ? text : "\(text)."
  }

  private static func outcome(of file: FetchedFile, _ reference: BookmarkReference)
    -> ReferenceOutcome
  {
    do throws(WheelSourceError) {
      let contents = try SourceReader.document(file, name: reference.address.text).contents
      switch (reference.kind, contents.format) {
      case (.feed, .feed): return .contents(contents, file.validators)
      case (.sitemap, .sitemap) where !contents.references.isEmpty:
        return .failed(localized("It lists other sitemaps; give its address itself."))
      case (.sitemap, .sitemap), (.sitemap, .text): return .contents(contents, file.validators)
      case (.feed, let format):
        return .failed(localized("It isn't a feed (read as \(format.rawValue))."))
      case (.sitemap, let format):
        return .failed(localized("It isn't a sitemap (read as \(format.rawValue))."))
      }
    } catch {
      return .failed(endedInFullStop(error.description))
    }
  }

  // MARK: - Changes

  /// Whether all feeds and sitemaps of a list are unchanged. One that can't be reached counts as
  /// unchanged, so that its links stay.
  func isUnchanged(_ versions: SourceVersions?, except list: URL) async -> Bool {
    let files = versions?.files.filter { $0.address != list } ?? []
    guard files.allSatisfy({ $0.validators != nil }) else { return false }
    do throws(SourceChanged) {
      try await files.concurrently(limit: Self.concurrency) { file in
        let request = request(for: file.address, namedBy: list)
        let result = try? await referencePages.file(request, since: file.validators)
        if case .file? = result { return false }
        return true
      } use: { (_, isUnchanged) throws(SourceChanged) in
        if !isUnchanged { throw SourceChanged() }
      }
      return true
    } catch {
      return false
    }
  }

  /// Ends the search for changes at the first.
  private struct SourceChanged: Error {}
}
