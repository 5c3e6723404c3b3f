import Foundation
import Localization
import Markup

/// Reads lines, or NUL-separated items, from standard input.
enum LineInput {
  /// Reads standard input to its end. Calls `body` for each line as soon as it's complete, without
  /// its line break. Truncates lines after a megabyte to bound memory use. Fails at a line in an
  /// unknown character set.
  /// - Parameter isNull: whether lines end in NUL.
  static func forEachLine(
    isNull: Bool = false, _ body: (String) -> Void
  ) throws(CommandFailure) {
    let lineEnd = isNull ? 0 : UInt8(ascii: "\n")
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        read(StandardStream.input.descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandFailure(
          message: localized("cannot read standard input: \(errnoText(errno).translated)"),
          exitCode: 1)
      }
      if count == 0 { break }
      var remaining = buffer[..<count]
      while let end = remaining.firstIndex(of: lineEnd) {
        keep(remaining[..<end], in: &line)
        body(try text(line))
        line.removeAll(keepingCapacity: true)
        remaining = remaining[(end + 1)...]
      }
      keep(remaining, in: &line)
    }
    if !line.isEmpty { body(try text(line)) }
  }

  private static func text(_ line: [UInt8]) throws(CommandFailure) -> String {
    guard let text = UserText.decode(line, environment: Invocation.current.environment) else {
      throw CommandFailure(message: localized("standard input isn't in UTF-8"), exitCode: 2)
    }
    return text
  }

  private static func keep(_ bytes: ArraySlice<UInt8>, in line: inout [UInt8]) {
    line.append(contentsOf: bytes.prefix(max(0, limit - line.count)))
  }

  /// The maximum bytes of a line.
  private static let limit = 1 << 20
}
