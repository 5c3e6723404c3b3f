import Bookmarks
import Foundation
import LinkPreview
import Markup

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
        let message = "\(left.grouped) of its \(references.count.grouped) lists weren't read."
        contents.problems.append(SourceProblem(file: document.name, message: message))
      }
      if let first = failures.first, links.all.isEmpty, documents.count == 1 {
        throw .noReferences(name: document.name, count: references.count, first: first)
      }
      contents.isPartial = contents.isPartial || !failures.isEmpty
      contents.problems += failures
    }
    if links.isFull {
      let message = "It has more than \(Self.linkLimit.grouped) links; the others weren't read."
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
