public import Foundation
import LinkPreview

extension Wheel {
  /// Reads a wheel from a text file: one address a line, empty lines and `#` comments skipped.
  ///
  /// An address named twice counts once, so that no link is likelier than another.
  public init(contentsOf file: URL) throws(WheelError) {
    let path = file.path(percentEncoded: false)
    let data: Data
    do {
      // Not Data(contentsOf:), which refuses pipes such as a shell's <(…).
      data = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
    } catch {
      throw .unreadable(path: path, reason: error.reasonInWords)
    }
    guard let text = String(data: data, encoding: .utf8) else { throw .notText(path: path) }
    var links: [Link] = []
    var known: Set<URL> = []
    for (index, line) in text.split(separator: /\R/, omittingEmptySubsequences: false).enumerated()
    {
      let entry = line.trimmingCharacters(in: .whitespaces)
      if entry.isEmpty || entry.hasPrefix("#") || entry == "\u{FEFF}" { continue }
      guard !entry.contains(where: \.isWhitespace), let url = URL(webAddress: entry) else {
        throw .notAnAddress(path: path, line: index + 1, text: entry)
      }
      if known.insert(url).inserted { links.append(Link(address: url.absoluteString)) }
    }
    guard !links.isEmpty else { throw .empty(path: path) }
    self.init(name: file.deletingPathExtension().lastPathComponent, links: links)
  }
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
