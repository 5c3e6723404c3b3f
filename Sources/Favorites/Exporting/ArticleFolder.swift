import Articles
package import Foundation
import LinkPreview
package import Links
import Markup

/// A folder with a Markdown file for each saved link, as Obsidian and Hugo read it: the link's
/// fields as front matter, then the note, then the text of its page.
///
/// Writing again changes only files whose link or text has changed. Files that were edited by hand
/// stay as they are, and so do files whose text is no longer stored. Files are found by the address
/// in their front matter, so they may be renamed.
package struct ArticleFolder {
  private let folder: URL
  /// The names of the existing files, by the address of their link.
  private var files: [String: String] = [:]
  private var names: Set<String> = []

  /// The names of fields. Not `url`, because Hugo takes that for the address of the page on its own
  /// site.
  private enum Field {
    static let address = "source"
    static let keptAt = "kept"
  }

  /// The reason why the folder or a file of it can't be read or written.
  package struct Failure: Error, CustomStringConvertible {
    /// The path or name, and the reason.
    package let description: String

    fileprivate init(_ path: String, _ error: any Error) {
      description = "\(path): \(error.localizedDescription)"
    }
  }

  package enum Outcome: Equatable, Sendable {
    case written(name: String)
    case unchanged(name: String)
    /// The file was edited by hand.
    case edited(name: String)
  }

  /// Opens a folder, or creates it.
  package init(_ folder: URL) throws(Failure) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path(percentEncoded: false)
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
        names.insert(name.lowercased())
        guard name.hasSuffix(".md"),
          let text = Self.text(in: folder, name),
          let address = FrontMatter(text).first(Field.address), files[address] == nil
        else { continue }
        files[address] = name
      }
    } catch {
      throw Failure(folder.path(percentEncoded: false), error)
    }
  }

  /// Writes the file of a link.
  package mutating func write(
    _ link: SavedLink, _ kept: KeptArticle?
  ) throws(Failure) -> Outcome {
    var link = link
    // A link whose metadata was never fetched gets its article's title.
    link.metadata.title = link.metadata.title ?? kept?.article.title
    let text = Self.text(of: link, kept)
    // Reads the file again, because it may have changed since the folder was read.
    if let name = files[link.address.text], let known = Self.text(in: folder, name) {
      guard !FrontMatter.isEdited(known) else { return .edited(name: name) }
      let losesText = kept == nil && FrontMatter(known).first(Field.keptAt) != nil
      if known == text || losesText { return .unchanged(name: name) }
      try write(text, to: name, options: .atomic)
      return .written(name: name)
    }
    var attempt = 1
    while true {
      let name = SharedFile.name(for: [link.metadata], ending: "md", attempt: attempt)
      attempt += 1
      let path = folder.appending(path: name).path(percentEncoded: false)
      guard names.insert(name.lowercased()).inserted, !FileManager.default.fileExists(atPath: path)
      else { continue }
      try write(text, to: name, options: .withoutOverwriting)
      files[link.address.text] = name
      return .written(name: name)
    }
  }

  private func write(
    _ text: String, to name: String, options: Data.WritingOptions
  ) throws(Failure) {
    do {
      try Data(text.utf8).write(to: folder.appending(path: name), options: options)
    } catch {
      throw Failure(name, error)
    }
  }

  private static func text(in folder: URL, _ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private static func text(of link: SavedLink, _ kept: KeptArticle?) -> String {
    let article = kept?.article
    let metadata = link.metadata
    let fields: JSONObject = [
      "title": metadata.displayTitle, Field.address: link.address.text, "date": link.savedAt,
      "tags": link.tags, "author": article?.byline ?? metadata.author,
      "published": article?.published ?? metadata.published, Field.keptAt: kept?.keptAt,
      "site": metadata.displaySiteName, "description": metadata.displaySummary,
    ]
    let markdown = article.map { ExportedArticle($0).markdown }
    let body = [link.note.isEmpty ? nil : link.note, markdown].compactMap(\.self)
    return FrontMatter.text(fields, body: body.joined(separator: "\n\n"))
  }
}
