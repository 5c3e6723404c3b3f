import Foundation
import LinkPreview
import LinkStore
import Markup
import RayletteApp

/// A folder with a Markdown file for each saved link, as Obsidian and Hugo read it: what's known
/// about the link as front matter, then the note, then the text of its page.
///
/// Writing again changes only files whose link or text has changed. A file that was edited by hand
/// is left as it is. Files are found by the address in their front matter, so they may be renamed.
struct ArticleFolder {
  let folder: URL
  /// The files that are there, by the address of their link.
  private var files: [String: File] = [:]
  private var names: Set<String> = []

  private struct File {
    let name: String
    let text: String
  }

  enum Outcome: Equatable {
    case written(name: String), unchanged(name: String)
    /// Somebody edited the file.
    case edited(name: String)
  }

  init(_ folder: URL) throws(CommandFailure) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path(percentEncoded: false)
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
        names.insert(name.lowercased())
        guard name.hasSuffix(".md"),
          let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8),
          let address = FrontMatter.value(of: "url", in: text), files[address] == nil
        else { continue }
        files[address] = File(name: name, text: text)
      }
    } catch {
      throw CommandFailure(
        message: "\(folder.path(percentEncoded: false)): \(error.localizedDescription)",
        exitCode: 1)
    }
  }

  /// Writes the file of a link.
  mutating func write(
    _ link: SavedLink, _ article: Article?
  ) throws(CommandFailure) -> Outcome {
    var link = link
    // The title of a page that was only read.
    link.metadata.title = link.metadata.title ?? article?.title
    let text = Self.text(of: link, article)
    if let file = files[link.address.text] {
      guard !FrontMatter.isEdited(file.text) else { return .edited(name: file.name) }
      if file.text == text { return .unchanged(name: file.name) }
      try write(text, to: file.name)
      return .written(name: file.name)
    }
    var attempt = 1
    var name: String
    repeat {
      name = SharedFile.name(for: [link.metadata], ending: "md", attempt: attempt)
      attempt += 1
    } while names.contains(name.lowercased())
    names.insert(name.lowercased())
    try write(text, to: name)
    return .written(name: name)
  }

  private func write(_ text: String, to name: String) throws(CommandFailure) {
    do {
      try Data(text.utf8).write(to: folder.appending(path: name), options: .atomic)
    } catch {
      throw CommandFailure(message: "\(name): \(error.localizedDescription)", exitCode: 1)
    }
  }

  private static func text(of link: SavedLink, _ article: Article?) -> String {
    let metadata = link.metadata
    let published = article?.published ?? metadata.published
    let fields: [(String, FrontMatter.Value?)] = [
      ("title", .text(metadata.displayTitle)), ("url", .text(link.address.text)),
      ("date", .text(link.savedAt.formatted(.iso8601))),
      ("tags", link.tags.isEmpty ? nil : .list(link.tags)),
      ("author", (article?.byline ?? metadata.author).map { .text($0) }),
      ("published", published.map { .text($0.formatted(.iso8601)) }),
      ("site", .text(metadata.displaySiteName)),
      ("description", metadata.displaySummary.map { .text($0) }),
    ]
    let body = [link.note.isEmpty ? nil : link.note, article?.markdown].compactMap(\.self)
    return FrontMatter.text(
      fields.compactMap { key, value in value.map { (key, $0) } },
      body: body.joined(separator: "\n\n"))
  }
}
