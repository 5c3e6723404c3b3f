import RawArguments
import Foundation

/// A page that isn't on the web: a file, or standard input.
enum LocalPage: Equatable {
  case standardInput
  case file(path: String)

  /// - Parameter text: `-`, a path, or the address of a file. A name counts as a path if the file
  ///   exists, even if it could also be the name of a host.
  /// - Returns: nil for any other text.
  init?(_ text: String) {
    if text == "-" {
      self = .standardInput
    } else if text.hasPrefix("file://"), let url = URL(string: text), url.isFileURL {
      self = .file(path: url.path(percentEncoded: false))
    } else if text.contains("://") {
      return nil
    } else if ["/", "./", "../", "~/"].contains(where: text.hasPrefix)
      || !text.isEmpty && Self.exists(text)
    {
      self = .file(path: text)
    } else {
      return nil
    }
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    let bytes = RawArgument.bytes(of: path) ?? Array(path.utf8CString)
    return stat(bytes, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Nil for standard input.
  var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The address that relative addresses in the page are resolved against.
  var url: URL { URL(filePath: path ?? "/dev/stdin") }
}
