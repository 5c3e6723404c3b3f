import Localization
import RawArguments
import Bookmarks
import Foundation
import LinkPreview
import LinkStore

/// A file to import, named on the command line. `-` stands for standard input.
struct ImportFile {
  let name: String
  let format: BookmarkFormat?

  /// Returns a reader for the file.
  func reader() throws(CommandFailure) -> BookmarkReader {
    let input = try input { input throws(InputFileError) in
      try input.copiedToDisk(mayBeEndless: { !HomeFormat.canBegin($0) })
    }
    return switch input {
    case .file(let file): BookmarkReader(file: file, format: format)
    case .handle(let handle): BookmarkReader(handle: handle, name: displayName, format: format)
    }
  }

  /// Returns the lines of a file of `raylette export`.
  func lines() throws(CommandFailure) -> LineFile {
    let input = try input { input throws(InputFileError) in
      try input.copiedToDisk(
        mayBeEndless: { _ in false }, unless: { !HomeFormat.canBegin($0) })
    }
    return switch input {
    case .file(let file): LineFile(file: file)
    case .handle(let handle): LineFile(handle: handle, name: displayName)
    }
  }

  private enum Input {
    case file(URL)
    case handle(FileHandle)
  }

  private var displayName: String { name == "-" ? localized("standard input") : name }

  /// - Parameter copy: copies a pipe to a temporary file, because an import locks the database and a
  ///   pipe may take any time.
  private func input(
    _ copy: (InputFile) throws(InputFileError) -> InputFile
  ) throws(CommandFailure) -> Input {
    do {
      let bytes = RawArgument.bytes(of: name)
      let input = try WaitNotice.showing(localized("reading \(displayName)"), forFile: name) {
        () throws(InputFileError) in
        let input = try name == "-" ? .standardInput : InputFile(path: name, bytes: bytes)
        return input.isRegular ? input : try copy(input)
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
