import Markup
import Bookmarks
public import Foundation
import LinkPreview

extension Wheel {
  /// Reads a wheel from a text file: one address a line, empty lines and `#` comments skipped.
  ///
  /// An address named twice counts once, so that no link is likelier than another.
  /// Reads pipes such as a shell's `<(…)`, too, for which it waits. A file may have 64 MB.
  public init(contentsOf file: URL) throws(WheelError) {
    try self.init(contentsOfFile: file.path(percentEncoded: false))
  }

  /// - Parameter bytes: the path as the system has it, with a zero at its end, where that is no UTF-8.
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

  /// In bytes.
  private static let limit = 64 << 20
}

/// Why a file is no wheel.
public enum WheelError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  case notText(path: String)
  case notAnAddress(path: String, line: Int, text: String)
  case empty(path: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read the wheel \(path): \(reason)"
    case .notText(let path): "\(path) is no UTF-8 text; a wheel is a text file, one address a line"
    case .notAnAddress(let path, let line, let text):
      "\(path):\(line): not an http or https address: \(PlainText.folded(text, limit: 80) ?? "")"
    case .empty(let path): "\(path) holds no addresses; put one http or https address on each line"
    }
  }
}
