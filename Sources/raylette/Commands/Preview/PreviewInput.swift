import Foundation
import LinkPreview
import Localization
import Markup

/// An address as the user typed it.
struct PreviewInput: Sendable {
  let text: String
  /// The web address, or nil if the text isn't one.
  let address: WebAddress?

  var url: URL? { address?.url }

  /// Parses an address. The scheme is optional, as in the address bar of a browser.
  init(_ text: String) {
    self.text = text
    address = WebAddress(typed: text)
  }

  /// An error message for text that isn't an address.
  var refusal: String { localized("not a web address: \(text.isEmpty ? "\"\"" : text)") }

  /// An error message for an address without a saved link.
  var notSavedMessage: String { localized("not in Saved: \(text)") }

  /// The failure of a command with this text as its only address.
  var failure: CommandFailure { CommandFailure(message: refusal, exitCode: Self.refusedCode) }

  /// The exit code of a command if one of its addresses isn't valid.
  static let refusedCode: Int32 = 2

  /// Streams the addresses of a command, each as soon as it's available. `-` stands for the lines
  /// of standard input that are neither empty nor comments. The stream ends with a
  /// ``CommandFailure`` if standard input can't be read.
  /// - Parameter isNull: whether NUL separates the lines of standard input.
  static func inputs(
    _ addresses: [String], isNull: Bool = false
  ) -> AsyncThrowingStream<PreviewInput, any Error> {
    AsyncThrowingStream { inputs in
      // Uses a separate thread, because reading blocks.
      Thread.detachNewThread { [invocation = Invocation.current] in
        invocation.perform {
          do throws(CommandFailure) {
            for address in addresses {
              if address == "-" {
                try LineInput.forEachLine(isNull: isNull) { line in
                  if let input = PreviewInput(line: line) { inputs.yield(input) }
                }
              } else {
                inputs.yield(PreviewInput(address))
              }
            }
            inputs.finish()
          } catch {
            inputs.finish(throwing: error)
          }
        }
      }
    }
  }

  /// Parses the address in a line: the whole line, the first column of `saved list`'s output, or
  /// the address in a JSON object as printed by `--json`. Returns nil for an empty line or a
  /// comment.
  init?(line: String) {
    // Text files from Windows may begin with a byte order mark.
    let ignored = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\u{FEFF}\r"))
    let text = line.trimmingCharacters(in: ignored)
    guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
    if text.hasPrefix("{"),
      let entry = JSONReader.value(of: text.utf8),
      let address = entry["originalURL"]?.string ?? entry["url"]?.string
    {
      self.init(address)
    } else {
      self.init(text.prefix { $0 != "\t" }.trimmingCharacters(in: ignored))
    }
  }
}
