import Foundation

/// An address escaped for the parentheses of a link.
package struct MarkdownTarget {
  /// The escaped address. In angle brackets only if its parentheses would end it too early.
  package let text: String
  /// Whether the address needs no escapes.
  package let isPlain: Bool

  /// - Parameter avoidsParentheses: whether any parentheses go in angle brackets. Programs that only know
  ///   a little Markdown, such as chats, end the link at the first one.
  package init(_ address: String, avoidsParentheses: Bool = false) {
    // Some parsers resolve a character reference even after a backslash.
    let references = address.replacing(
      /&(?=(?:[A-Za-z][A-Za-z0-9]*|#[A-Za-z0-9]+);)/, with: "&amp;")
    var escaped: [UInt8] = []
    // Code and HTML take precedence over links.
    for byte in references.utf8 {
      if "\\`<>".utf8.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    let text = String(decoding: escaped, as: UTF8.self)
    isPlain = text == address
    let isSafe =
      avoidsParentheses
      ? !address.utf8.contains { "()".utf8.contains($0) } : Self.isBalanced(address)
    self.text = isSafe ? text : "<\(text)>"
  }

  private static func isBalanced(_ address: String) -> Bool {
    var depth = 0
    for byte in address.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      // CommonMark doesn't ask every parser to support more than three levels.
      if depth < 0 || depth > 3 { return false }
    }
    return depth == 0
  }
}

/// Escapes text so that Markdown doesn't take it for markup
/// (https://spec.commonmark.org/0.31.2/#backslash-escapes).
package enum MarkdownEscape {
  /// - Parameter isInLink: whether the text is that of a link, in which neither an address nor a tag
  ///   can begin.
  package static func escaped(_ text: String, isInLink: Bool = false) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      // `https\://` isn't a bare address any more.
      if "\\`*_[]<>&|~!".utf8.contains(byte) || !isInLink && "#:".utf8.contains(byte) {
        output.append(UInt8(ascii: "\\"))
      }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Removes the backslashes before ASCII punctuation. Before anything else, a backslash stays
  /// (https://spec.commonmark.org/0.31.2/#backslash-escapes).
  package static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var output: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        if !isPunctuation(byte) { output.append(UInt8(ascii: "\\")) }
        output.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        output.append(byte)
      }
    }
    if isEscaped { output.append(UInt8(ascii: "\\")) }
    return String(decoding: output, as: UTF8.self)
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
