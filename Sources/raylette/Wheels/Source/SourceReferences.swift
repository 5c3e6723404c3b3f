import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Markup
import RayletteApp

extension SourceLoader {
  /// The maximum number of feeds or sitemaps that are fetched of one list.
  static func referenceLimit(_ kind: BookmarkReference.Kind) -> Int {
    switch kind {
    case .feed: 1_000
    case .sitemap: 50
    }
  }

  /// The maximum number of links.
  static let linkLimit = 1_000_000

  /// How many are fetched at a time.
  static let concurrency = 8

  /// What came of a feed or sitemap.
  private enum Outcome: Sendable {
    case contents(BookmarkReader.Contents, PageValidators?)
    case failed(String)
  }

  /// Puts the links of files together with those of the feeds and sitemaps that they name.
  /// - Parameter version: that of the list, if it was fetched.
  func collect(
    _ documents: [SourceDocument], name: String, version: SourceVersions.File? = nil
  ) async throws(WheelSourceError) -> SourceContents {
    var links = SourceLinks(limit: Self.linkLimit)
    var contents = SourceContents(links: [], name: name, problems: documents.flatMap(\.problems))
    var files = [version].compactMap(\.self)
    for document in documents {
      let references = document.contents.references
      // The entries of a feed take the place of its own one.
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
        case .failed(let sentence):
          failures.append(SourceProblem(file: reference.address.text, sentence: sentence))
          files.append(.init(address: address, validators: nil))
        }
      }
      let left = references.count - outcomes.count
      if left > 0 {
        let sentence = "\(left.grouped) of its \(references.count.grouped) lists weren't read."
        contents.problems.append(SourceProblem(file: document.name, sentence: sentence))
      }
      if let first = failures.first, links.all.isEmpty, documents.count == 1 {
        throw .noReferences(name: document.name, count: references.count, first: first)
      }
      contents.isPartial = contents.isPartial || !failures.isEmpty
      contents.problems += failures
    }
    if links.isFull {
      let sentence = "It has more than \(Self.linkLimit.grouped) links; the others weren't read."
      contents.problems.append(SourceProblem(file: name, sentence: sentence))
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

  /// The links of a feed, with the topics that the list has for it. A feed without any is a topic
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

  // MARK: - Fetching

  /// Fetches feeds or sitemaps, in their order, up to the limit.
  /// - Parameter url: the address of the list; nil for a local file, whose addresses are trusted.
  private func outcomes(
    of references: [BookmarkReference], namedBy url: URL?
  ) async -> [Outcome] {
    guard let kind = references.first?.kind else { return [] }
    let wanted = references.prefix(Self.referenceLimit(kind))
    var outcomes = [Outcome?](repeating: nil, count: wanted.count)
    var done = 0
    await withTaskGroup(of: (Int, Outcome).self) { group in
      var rest = Array(wanted.enumerated())[...]
      func start() {
        guard let (index, reference) = rest.popFirst(), !Task.isCancelled else { return }
        group.addTask { (index, await outcome(of: reference, namedBy: url)) }
      }
      for _ in 0..<Self.concurrency { start() }
      for await (index, outcome) in group {
        outcomes[index] = outcome
        done += 1
        progress(done, wanted.count)
        start()
      }
    }
    return outcomes.map { $0 ?? .failed("It wasn't read.") }
  }

  private func outcome(of reference: BookmarkReference, namedBy list: URL?) async -> Outcome {
    do throws(LinkMetadataError) {
      let request = self.request(for: reference.address.url, namedBy: list)
      guard case .file(let file) = try await referenceClient.file(request) else {
        return .failed("It can't be fetched.")
      }
      return Self.outcome(of: file, reference)
    } catch {
      return .failed("\(error.detail ?? error.sentence).")
    }
  }

  private func request(for address: URL, namedBy list: URL?) -> FileRequest {
    FileRequest(
      url: resolve(address), accept: Self.accept, limit: Self.limit, referrer: list,
      refuses: { FileKind.name(ofType: $0) != nil })
  }

  private static func outcome(of file: FetchedFile, _ reference: BookmarkReference) -> Outcome {
    do throws(WheelSourceError) {
      let contents = try SourceReader.document(
        file.data, name: reference.address.text, base: file.url, charset: file.charset
      ).contents
      switch (reference.kind, contents.format) {
      case (.feed, .feed): return .contents(contents, file.validators)
      case (.sitemap, .sitemap) where !contents.references.isEmpty:
        return .failed("It lists other sitemaps; give its address itself.")
      case (.sitemap, .sitemap), (.sitemap, .text): return .contents(contents, file.validators)
      case (.feed, let format): return .failed("It isn't a feed (read as \(format.rawValue)).")
      case (.sitemap, let format):
        return .failed("It isn't a sitemap (read as \(format.rawValue)).")
      }
    } catch {
      return .failed("\(error.description).")
    }
  }

  // MARK: - Changes

  /// Whether none of the feeds or sitemaps of a list has changed. One that can't be reached now
  /// counts as unchanged, so that its links stay.
  func isUnchanged(_ versions: SourceVersions?, except list: URL) async -> Bool {
    let files = versions?.files.filter { $0.address != list } ?? []
    guard files.allSatisfy({ $0.validators != nil }) else { return false }
    return await withTaskGroup(of: Bool.self) { group in
      var rest = files[...]
      func start() {
        guard let file = rest.popFirst() else { return }
        group.addTask {
          let request = request(for: file.address, namedBy: list)
          let result = try? await referenceClient.file(request, since: file.validators)
          if case .file? = result { return false }
          return true
        }
      }
      for _ in 0..<Self.concurrency { start() }
      for await isUnchanged in group {
        guard isUnchanged else {
          group.cancelAll()
          return false
        }
        start()
      }
      return true
    }
  }
}
