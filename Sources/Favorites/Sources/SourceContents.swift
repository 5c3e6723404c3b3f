package import Bookmarks
package import Foundation
import LinkPreview
package import Links
import Markup

/// The result of reading a source.
package enum LoadedSource: Sendable {
  case contents(SourceContents)
  /// The source hasn't changed.
  case notModified
}

/// The content of a source.
package struct SourceContents: Sendable {
  /// The links, without duplicates. Their tags are their topics, the widest first.
  package var links: [Bookmark]
  /// A name for a wheel of these links.
  var name: String
  /// The parts that couldn't be read. The links are those of all other parts.
  package var problems: [SourceProblem]
  /// Whether a feed or sitemap of the list couldn't be read, so that links are missing.
  var isPartial = false
  /// The versions of the source's files, by which a later load detects changes. Nil if changes
  /// can't be detected.
  package var versions: SourceVersions?
  /// Whether the source is a plain list, where a wrong line is a mistake.
  package var isPlainList = false

  package var wheel: Wheel { Wheel(name: name, links: links.map(Wheel.Link.init)) }
}

/// A part of a source that couldn't be read.
package struct SourceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The path or address of the file.
  private var file: String
  private var line: Int?
  package var message: String

  init(file: String, line: Int? = nil, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  init(_ problem: BookmarkProblem, in file: String) {
    self.init(file: file, line: problem.line, message: problem.sentence)
  }

  /// The file, with the line if there's one.
  package var location: String { line.map { "\(file):\($0)" } ?? file }

  package var description: String { "\(location): \(message)" }
}

/// The validators that servers sent for a source's files.
package struct SourceVersions: Hashable, Sendable, Codable {
  struct File: Hashable, Sendable, Codable {
    /// The requested address, before redirects.
    var address: URL
    /// Nil if the server sent none, so that the file may have changed at any time.
    var validators: PageValidators?
  }

  /// The list itself, then the feeds or sitemaps that it names.
  var files: [File]

  init(files: [File]) { self.files = files }

  /// Decodes ``encoded``. Returns nil for any other data.
  init?(encoded: Data?) {
    guard let encoded, let versions = try? JSONDecoder().decode(Self.self, from: encoded) else {
      return nil
    }
    self = versions
  }

  package var encoded: Data? { try? JSONEncoder().encode(self) }

  func validators(of address: URL) -> PageValidators? {
    files.first { $0.address == address }?.validators
  }
}

extension Wheel.Link {
  package init(_ bookmark: Bookmark) {
    self.init(
      address: bookmark.address.text, title: bookmark.title, summary: bookmark.summary,
      topics: bookmark.tags)
  }
}

/// Links without duplicates, in the order they were found.
package struct SourceLinks {
  private let limit: Int
  package private(set) var all: [Bookmark] = []
  /// Whether links beyond the limit were dropped.
  private(set) var isFull = false
  private var indices: [String: Int] = [:]

  package init(limit: Int = .max) { self.limit = limit }

  /// Adds links. A link that's already there only gets the new tags.
  package mutating func add(_ links: [Bookmark]) {
    for link in links {
      let key = LinkKey.key(of: link.address)
      if let index = indices[key] {
        let known = all[index].tags
        all[index].tags += link.tags.filter { !known.contains($0) }
      } else if all.count < limit {
        indices[key] = all.count
        all.append(link)
      } else {
        isFull = true
      }
    }
  }
}
