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
    url =
      URL(webAddress: text)
      ?? (text.contains("://") || !text.contains(".") ? nil : URL(webAddress: "https://" + text))
  }

  /// The lines of standard input that are neither empty nor comments.
  static var standardInput: [PreviewInput] {
    var inputs: [PreviewInput] = []
    while let line = readLine() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if !text.isEmpty, !text.hasPrefix("#") { inputs.append(PreviewInput(text)) }
    }
    return inputs
  }
}
