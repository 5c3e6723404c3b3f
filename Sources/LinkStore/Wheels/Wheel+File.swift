import Markup
import Bookmarks
public import Foundation
import LinkPreview

extension Wheel {
  /// Reads a wheel from a text file with one address per line. Skips empty lines and `#` comments.
  ///
  /// A repeated address counts once, so that no link is more likely than another. Also reads pipes
  /// such as a shell's `<(…)`, and waits for them to end. The file can have up to 64 MB.
  /// - Throws: ``WheelError`` if the file can't be read, isn't UTF-8 text, has a line that isn't an
  ///   address, or has no addresses.
  public init(contentsOf file: URL) throws(WheelError) {
    try self.init(contentsOfFile: file.path(percentEncoded: false))
  }

  /// - Parameter bytes: the null-terminated path, if it isn't valid UTF-8.
  package init(contentsOfFile path: String, bytes: [CChar]? = nil) throws(WheelError) {
    let data: Data
    do {
      data = try InputFile(path: path, bytes: bytes).contents(limit: Self.limit, isText: true)
    } catch .binary {
      throw .notText(path: path)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let text = String(data: data, encoding: .utf8) else { throw .notText(path: path) }
    var links: [Link] = []
    var known: Set<WebAddress> = []
    for (index, line) in text.split(separator: /\R/, omittingEmptySubsequences: false).enumerated()
    {
      let entry = line.trimmingCharacters(in: .whitespaces)
      if entry.isEmpty || entry.hasPrefix("#") || entry == "\u{FEFF}" { continue }
      guard !entry.contains(where: \.isWhitespace), let address = WebAddress(entry) else {
        throw .notAnAddress(path: path, line: index + 1, text: entry)
      }
      if known.insert(address).inserted { links.append(Link(address: address.text)) }
    }
    guard !links.isEmpty else { throw .empty(path: path) }
    let name = URL(filePath: path, directoryHint: .notDirectory).deletingPathExtension()
    self.init(name: name.lastPathComponent, links: links)
  }

  /// The maximum file size in bytes.
  private static let limit = 64 << 20
}

/// The reason a file can't be used as a wheel. The description is one line for people.
public enum WheelError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  case notText(path: String)
  case notAnAddress(path: String, line: Int, text: String)
  case empty(path: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read the wheel \(path): \(reason)"
    case .notText(let path): "\(path) isn't UTF-8 text; a wheel is a text file, one address a line"
    case .notAnAddress(let path, let line, let text):
      "\(path):\(line): not an http or https address: \(PlainText.folded(text, limit: 80) ?? "")"
    case .empty(let path): "\(path) has no addresses; put one http or https address on each line"
    }
  }
}
