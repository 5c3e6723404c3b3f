import Foundation
import LinkPreview

/// An address as a person gave it.
struct PreviewInput: Sendable {
  let text: String
  /// Nil for what is no web address.
  let url: URL?

  /// People leave the scheme out, as in the address bar of a browser.
  init(_ text: String) {
    self.text = text
    url = URL(webAddress: text) ?? Self.completed(text)
  }

  /// The address with the scheme that a browser would take: a server on this machine, or one that is
  /// called by its number, rarely has a certificate.
  private static func completed(_ text: String) -> URL? {
    guard !text.contains("://"), let url = URL(webAddress: "https://" + text), url.user() == nil,
      let host = url.host()?.lowercased()
    else { return nil }
    let isNumber = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    if isNumber || host == "localhost" || host.hasSuffix(".localhost") {
      return URL(webAddress: "http://" + text)
    }
    return host.contains(".") ? url : nil
  }

  /// The addresses of a call, each as soon as it is there; `-` stands for the lines of standard input
  /// that are neither empty nor comments.
  static func inputs(_ addresses: [String]) -> AsyncStream<PreviewInput> {
    AsyncStream { inputs in
      // A thread of its own, since reading blocks.
      Thread.detachNewThread {
        for address in addresses {
          if address == "-" {
            readStandardInput { inputs.yield($0) }
          } else {
            inputs.yield(PreviewInput(address))
          }
        }
        inputs.finish()
      }
    }
  }

  private static func readStandardInput(_ take: (PreviewInput) -> Void) {
    // Windows marks the beginning of text files.
    let around = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\u{FEFF}"))
    while let line = readLine() {
      let text = line.trimmingCharacters(in: around)
      if !text.isEmpty, !text.hasPrefix("#") { take(PreviewInput(text)) }
    }
  }
}
