import Foundation

/// A library product, with its sources, its documentation and its tests.
struct Library: CustomStringConvertible {
  let name: String

  static let all = [
    "Markup", "LinkPreview", "Articles", "LinkFetching", "Bookmarks", "Links", "LinkStore",
  ].map(Library.init)

  var description: String { name }

  /// The files of its documentation catalogue.
  var pages: [SourceFile] { get throws { try SourceFile.all(in: "Sources/\(name)", "md") } }

  /// The files of its code.
  var sources: [SourceFile] { get throws { try SourceFile.all(in: "Sources/\(name)", "swift") } }

  var tests: [SourceFile] { get throws { try SourceFile.all(in: "Tests/\(name)Tests", "swift") } }
}

/// A text file of the project.
struct SourceFile {
  /// The path from the top of the repository.
  let path: String
  let lines: [Substring]

  init(path: String) throws {
    self.path = path
    let text = try String(contentsOf: Guide.root.appending(path: path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The files with an extension below a folder, by their paths.
  static func all(in folder: String, _ pathExtension: String) throws -> [SourceFile] {
    let root = Guide.root.appending(path: folder).path(percentEncoded: false)
    let below = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try below.filter { $0.hasSuffix(".\(pathExtension)") }.sorted()
      .map { try SourceFile(path: "\(folder)/\($0)") }
  }

  /// The name of the file without its extension.
  var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }
}
