import Bookmarks
import Foundation
import LinkFetching
import LinkPreview
import Localization
import Markup

/// A parsed file of a source.
struct SourceDocument {
  /// The path or address, for messages.
  let name: String
  var contents: BookmarkReader.Contents
  /// The address that the file came from; nil for a local file.
  var url: URL?
  /// The number of links to private hosts that were left out.
  private(set) var privateCount = 0

  init(name: String, contents: BookmarkReader.Contents) {
    (self.name, self.contents) = (name, contents)
  }

  var problems: [SourceProblem] {
    let problems = contents.problems.map { SourceProblem($0, in: name) }
    guard privateCount > 0 else { return problems }
    let message = localized(
      "\(privateCount, "link") to this machine or a private network, left out.")
    return problems + [SourceProblem(file: name, message: message)]
  }

  /// Removes the links to private hosts from a list that was fetched from a public one. Spinning
  /// them would let whoever wrote the list send requests into the user's network.
  mutating func removePrivateLinks() {
    guard let url, !url.isOnPrivateHost else { return }
    let all = contents.bookmarks
    contents.bookmarks = all.filter { !$0.address.isOnPrivateHost }
    privateCount = all.count - contents.bookmarks.count
  }
}

/// Reads the files of a source, whatever their format.
enum SourceReader {
  /// The maximum size of a file in bytes.
  static let limit = 64 << 20

  /// - Parameters:
  ///   - name: the address, for messages.
  ///   - base: the address that relative links start from; nil for the file's own.
  static func document(
    _ file: FetchedFile, name: String, base: URL? = nil
  ) throws(WheelSourceError) -> SourceDocument {
    var document = try document(
      file.data, name: name, base: base ?? file.url, charset: file.charset)
    document.url = file.url
    document.removePrivateLinks()
    return document
  }

  /// - Parameters:
  ///   - name: the path or address, for messages.
  ///   - base: the address that relative links start from.
  ///   - isPlainList: whether text is a list, where each line counts. Otherwise only addresses in
  ///     the text count.
  static func document(
    _ data: Data, name: String, base: URL? = nil, charset: String? = nil, isPlainList: Bool = true
  ) throws(WheelSourceError) -> SourceDocument {
    if let kind = MagicNumber.mediaType(of: data.prefix(16)).flatMap(FileKind.name) {
      throw .wrongType(name: name, kind: kind)
    }
    var options = BookmarkReader.Options(base: base, picksEntries: true)
    options.charset = charset
    do throws(BookmarkFileError) {
      var reader = BookmarkReader(data: data, name: name, options: options)
      var contents = try reader.contents()
      if !isPlainList, contents.format == .text {
        options.picksEntries = false
        reader = BookmarkReader(data: data, name: name, format: .text, options: options)
        contents = try reader.contents()
      }
      return SourceDocument(name: name, contents: contents)
    } catch .unknownFormat {
      if BookmarkReader.isBinary(data.prefix(1_024)) || String(data: data, encoding: .utf8) == nil {
        throw .wrongType(name: name, kind: FileKind.notText)
      }
      guard isPlainList else { throw .noLinks(name: name, format: .text) }
      return try plainList(data, name: name, options)
    } catch {
      throw .damaged(error.description)
    }
  }

  /// Reads a text without any address, to report the problems of its lines.
  private static func plainList(
    _ data: Data, name: String, _ options: BookmarkReader.Options
  ) throws(WheelSourceError) -> SourceDocument {
    do throws(BookmarkFileError) {
      let reader = BookmarkReader(data: data, name: name, format: .text, options: options)
      return SourceDocument(name: name, contents: try reader.contents())
    } catch {
      throw .damaged(error.description)
    }
  }

  /// Reads a local file, or a pipe to its end.
  static func document(
    ofFile path: String, isPlainList: Bool = true
  ) throws(WheelSourceError) -> SourceDocument {
    let data: Data
    do throws(InputFileError) {
      let input = try InputFile(path: path, bytes: RawArgument.bytes(of: path))
      data = try input.contents(limit: limit, isBookmarks: true)
    } catch {
      throw failure(error, reading: path)
    }
    return try document(data, name: path, isPlainList: isPlainList)
  }

  /// Reads standard input to its end.
  static func standardInput() throws(WheelSourceError) -> SourceDocument {
    let name = localized("standard input")
    let data: Data
    do throws(InputFileError) {
      data = try InputFile.standardInput.contents(limit: limit, isBookmarks: true)
    } catch {
      throw failure(error, reading: name)
    }
    return try document(data, name: name)
  }

  private static func failure(_ error: InputFileError, reading name: String) -> WheelSourceError {
    guard case .binary = error else { return .unreadable(path: name, error) }
    return .wrongType(name: name, kind: FileKind.notText)
  }
}
