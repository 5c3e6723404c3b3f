import Markup
import Foundation
import LinkPreview

/// An address as a person gave it.
struct PreviewInput: Sendable {
  let text: String
  /// Nil for what is not a web address.
  let address: WebAddress?

  var url: URL? { address?.url }

  /// People leave the scheme out, as in the address bar of a browser.
  init(_ text: String) {
    self.text = text
    address = WebAddress(text) ?? Self.completed(text)
  }

  /// Why it is no address, in a line.
  var refusal: String { "not a web address: \(text.isEmpty ? "\"\"" : text)" }

  /// The address with the scheme that a browser would take: a server on this machine, or one that is
  /// called by its number, rarely has a certificate.
  private static func completed(_ text: String) -> WebAddress? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    // Several words are a search in an address bar, and no host.
    guard !text.contains("://"), !text.hasPrefix("/"),
      !text.prefix(while: { $0 != "/" }).contains(where: \.isWhitespace),
      let address = WebAddress("https://" + text), address.url.user() == nil,
      let host = address.url.host()
    else { return nil }
    let isNumber = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    if isNumber || host == "localhost" || host.hasSuffix(".localhost") {
      return WebAddress("http://" + text)
    }
    return host.contains(".") ? address : nil
  }

  /// The addresses of a call, each as soon as it is there; `-` stands for the lines of standard input
  /// that are neither empty nor comments. The stream ends with a ``CommandFailure`` when standard
  /// input can't be read.
  /// - Parameter isNull: whether NUL separates the lines of standard input.
  static func inputs(
    _ addresses: [String], isNull: Bool = false
  ) -> AsyncThrowingStream<PreviewInput, any Error> {
    AsyncThrowingStream { inputs in
      // A thread of its own, since reading blocks.
      Thread.detachNewThread {
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

  /// The address in a line: all of it, the first column of what `saved list` prints, or the address in
  /// an object of JSON, as `--json` prints them. Nil for an empty line and a comment.
  init?(line: String) {
    // Windows marks the beginning of text files.
    let around = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\u{FEFF}\r"))
    let text = line.trimmingCharacters(in: around)
    guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
    if text.hasPrefix("{"),
      let entry = try? JSONDecoder().decode(JSONEntry.self, from: Data(text.utf8)),
      let address = entry.originalURL ?? entry.url
    {
      self.init(address)
    } else {
      self.init(text.prefix { $0 != "\t" }.trimmingCharacters(in: around))
    }
  }

  private struct JSONEntry: Decodable {
    /// As it was asked for, in the objects of `preview`.
    var originalURL: String?
    var url: String?
  }
}
