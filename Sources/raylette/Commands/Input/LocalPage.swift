import Articles
import Bookmarks
import Foundation
import Markup

/// A page that isn't on the web: a file, or standard input.
enum LocalPage: Equatable {
  case standardInput
  case file(path: String)

  /// - Parameter text: `-`, a path, or the address of a file. A name counts as a path if the file
  ///   exists, even if it could also be the name of a host, and if it ends like that of a file that
  ///   can be read, so that a mistyped name isn't looked for on the web. A folder counts if its name
  ///   isn't an address.
  /// - Returns: nil for any other text.
  init?(_ text: String) {
    if text == "-" {
      self = .standardInput
    } else if text.hasPrefix("file://"), let url = URL(string: text), url.isFileURL {
      self = .file(path: url.path(percentEncoded: false))
    } else if text.contains("://") {
      return nil
    } else if ["/", "./", "../", "~/"].contains(where: text.hasPrefix)
      || !text.isEmpty && Self.exists(text) || Self.isFileName(text)
    {
      self = .file(path: text)
    } else {
      return nil
    }
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    let bytes = RawArgument.bytes(of: path) ?? Array(path.utf8CString)
    guard stat(bytes, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFDIR || WebAddress(typed: path) == nil
  }

  /// Whether a text is the name of a file that can be read, in this folder or in another one. With
  /// a slash after what could be a host, it's an address.
  private static func isFileName(_ text: String) -> Bool {
    guard Article.isFileName(text) else { return false }
    let host = text.prefix { $0 != "/" }
    if host.endIndex < text.endIndex {
      return !host.contains { ".:[".contains($0) } && host != "localhost"
    }
    return !text.contains(":")
  }

  /// Nil for standard input.
  var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The address that relative addresses in the page are resolved against.
  var url: URL { URL(filePath: path ?? "/dev/stdin") }
}
