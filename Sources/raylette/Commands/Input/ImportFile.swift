import RawArguments
import Bookmarks
import Foundation
import LinkPreview
import LinkStore

/// A bookmark file named on the command line. `-` stands for standard input.
struct ImportFile {
  let name: String
  let format: BookmarkFormat?

  /// Returns a reader for the file. Copies a pipe to a temporary file first, because an import
  /// locks the database and a pipe may take any time.
  func reader() throws(CommandFailure) -> BookmarkReader {
    let displayName = name == "-" ? "standard input" : name
    do {
      let bytes = RawArgument.bytes(of: name)
      let input = try WaitNotice.showing("reading \(displayName)", forFile: name) {
        () throws(InputFileError) in
        let input = try name == "-" ? .standardInput : InputFile(path: name, bytes: bytes)
        return input.isRegular ? input : try input.copiedToDisk()
      }
      if name != "-", bytes == nil, InputFile.isRegular(path: name) {
        return BookmarkReader(
          file: URL(filePath: name, directoryHint: .notDirectory), format: format)
      }
      return BookmarkReader(handle: input.handle, name: displayName, format: format)
    } catch {
      throw CommandFailure(message: "cannot read \(displayName): \(error.reason)", exitCode: 1)
    }
  }
}
