package import Bookmarks
package import Foundation
import LinkPreview
package import Links
import Markup

/// The result of reading a source.
package enum LoadedSource: Sendable {
  case contents(SourceContents)
  /// Everything is as it was.
  case notModified
}

/// What a source contains.
package struct SourceContents: Sendable {
  /// Each address once. The tags are its topics, the widest first.
  package var links: [Bookmark]
  /// A name for a wheel of these links.
  var name: String
  /// What couldn't be read. The links are the others.
  package var problems: [SourceProblem]
  /// Whether a feed or sitemap of the list couldn't be read, so that links are missing.
  var isPartial = false
  /// To learn later whether anything has changed. Nil if that can't be known.
  package var versions: SourceVersions?
  /// Whether it's a plain list, in which a wrong line is a mistake.
  package var isPlainList = false

  package var wheel: Wheel { Wheel(name: name, links: links.map(Wheel.Link.init)) }
}

/// A part of a source that couldn't be read.
package struct SourceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The path or address of the file.
  package var file: String
  package var line: Int?
  package var sentence: String

  package init(file: String, line: Int? = nil, sentence: String) {
    self.file = file
    self.line = line
    self.sentence = sentence
  }

  package init(_ problem: BookmarkProblem, in file: String) {
    self.init(file: file, line: problem.line, sentence: problem.sentence)
  }

  /// The file, and the line in it.
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  package var description: String { "\(place): \(sentence)" }
}

/// What servers said about the versions of a source's files.
package struct SourceVersions: Hashable, Sendable, Codable {
  package struct File: Hashable, Sendable, Codable {
    /// As it was requested.
    var address: URL
    /// Nil if the server said nothing, so that the file may have changed at any time.
    var validators: PageValidators?
  }

  /// The list itself, then the feeds or sitemaps it names.
  var files: [File]

  init(files: [File]) { self.files = files }

  /// Reads what ``encoded`` wrote. Nil for anything else.
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
