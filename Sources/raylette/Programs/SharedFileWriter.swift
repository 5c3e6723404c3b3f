import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup
import RayletteApp

/// The folders for shared files.
struct ShareFolders: Sendable {
  let home: String
  /// The folders to try, in order: the current directory, then the home folder.
  let folders: [String]

  init(environment: [String: String]) {
    home = environment["HOME"] ?? NSHomeDirectory()
    folders = [FileManager.default.currentDirectoryPath, home]
  }
}

/// Writes links to a new file.
struct SharedFileWriter {
  let folders: ShareFolders

  /// - Returns: the path, with `~` for the home folder.
  func write(
    _ links: [SavedLink], as form: ShareActivity.FileFormat
  ) throws(ShareFailure) -> String {
    try write(bytes(of: links, as: form), ending: form.ending, of: links.map(\.metadata))
  }

  /// Writes bytes to a new file that's named after links.
  /// - Returns: the path, with `~` for the home folder.
  func write(
    _ bytes: [UInt8], ending: String, of links: [LinkMetadata]
  ) throws(ShareFailure) -> String {
    let folder = folders.folders.first(where: FileManager.default.isWritableFile)
    guard let folder else { throw .noFolder }
    for attempt in 1...1000 {
      let name = SharedFile.name(for: links, ending: ending, attempt: attempt)
      let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
      switch create(path, bytes) {
      case .success: return displayPath(path)
      case .failure(let code) where code.rawValue == EEXIST: continue
      case .failure(let code):
        throw .file(path: displayPath(path), reason: errnoText(code.rawValue).translated)
      }
    }
    throw .tooManyFiles
  }

  private struct Code: Error { let rawValue: Int32 }

  /// Creates a file. Fails if the name exists, even as a dangling symbolic link.
  private func create(_ path: String, _ bytes: [UInt8]) -> Result<Void, Code> {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { return .failure(Code(rawValue: errno)) }
    defer { close(file) }
    do {
      try FileHandle(fileDescriptor: file, closeOnDealloc: false).write(contentsOf: bytes)
      return .success(())
    } catch {
      let code = errno
      unlink(path)
      return .failure(Code(rawValue: code))
    }
  }

  private func bytes(of links: [SavedLink], as form: ShareActivity.FileFormat) -> [UInt8] {
    let metadata = links.map(\.metadata)
    switch form {
    case .text: return Array(SharedPage.text(metadata).utf8)
    case .html: return Array(SharedPage.html(metadata).utf8)
    case .json:
      let objects = metadata.map { PreviewJSON.object($0).line }
      let text = objects.count == 1 ? objects[0] : "[\n\(objects.joined(separator: ",\n"))\n]"
      return Array("\(text)\n".utf8)
    case .bookmarks:
      var bytes: [UInt8] = []
      var writer = BookmarkWriter<Never>(format: .netscape) { bytes += $0 }
      for link in links { writer?.write(link.bookmark) }
      writer?.finish()
      return bytes
    }
  }

  private func displayPath(_ path: String) -> String {
    path.hasPrefix(folders.home + "/") ? "~" + path.dropFirst(folders.home.count) : path
  }
}
