import Foundation
import LinkPreview

/// Where commands print: results to standard output, the rest to standard error. All that comes from
/// outside is made plain first.
enum CommandOutput {
  static func print(_ line: String) throws(CommandFailure) {
    try StandardOutput.put("\(plain(line))\n")
  }

  static func report(_ line: String) {
    FileHandle.standardError.write(Data("\(plain(line))\n".utf8))
  }

  private static func plain(_ line: String) -> String {
    PlainText.folded(line, limit: 10_000) ?? ""
  }
}
