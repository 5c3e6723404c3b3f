import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Localization

/// A file to import, named on the command line. `-` stands for standard input.
struct ImportFile {
  let name: String
  let format: BookmarkFormat?

  /// Returns a reader for the file.
  func reader() throws(CommandFailure) -> BookmarkReader {
    switch try input() {
    case .file(let file): BookmarkReader(file: file, format: format)
    case .handle(let handle): BookmarkReader(handle: handle, name: displayName, format: format)
    }
  }

  private enum Input {
    case file(URL)
    case handle(FileHandle)
  }

  private var displayName: String { name == "-" ? localized("standard input") : name }

  /// Copies a pipe to a temporary file, because an import locks the database and a pipe may take any
  /// time.
  private func input() throws(CommandFailure) -> Input {
    do {
      let bytes = RawArgument.bytes(of: name)
      let input = try WaitNotice.showing(localized("reading \(displayName)"), forFile: name) {
        () throws(InputFileError) in
        let input = try name == "-" ? .standardInput : InputFile(path: name, bytes: bytes)
        return input.isRegular ? input : try input.copiedToDisk()
      }
      if name != "-", bytes == nil, InputFile.isRegular(path: name) {
        return .file(URL(filePath: name, directoryHint: .notDirectory))
      }
      return .handle(input.handle)
    } catch {
      throw CommandFailure(
        message: localized("cannot read \(displayName): \(error.reason)"), exitCode: 1)
    }
  }
}
