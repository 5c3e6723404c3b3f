import Foundation

/// An address, escaped for the parentheses of a link.
package struct MarkdownTarget {
  /// The escaped address. In angle brackets only if its parentheses would end the link.
  package let text: String
  /// Whether the address needs no escapes.
  package let isPlain: Bool

  /// - Parameter avoidsParentheses: whether to use angle brackets for any parentheses. Programs
  ///   with limited Markdown, such as chats, end the link at the first one.
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
      // CommonMark requires parsers to support only three levels.
      if depth < 0 || depth > 3 { return false }
    }
    return depth == 0
  }
}

/// Escapes text so that Markdown doesn't interpret it
/// (https://spec.commonmark.org/0.31.2/#backslash-escapes).
package enum MarkdownEscape {
  /// Escapes characters that are markup anywhere in a line.
  /// - Parameter others: further ASCII characters with a meaning where the text is used, such as
  ///   `#` before a tag. With `:`, `https\://` is no longer a bare address.
  package static func escaped(_ text: String, others: String = "") -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 8)
    let bytes = Array(text.utf8)
    for (position, byte) in bytes.enumerated() {
      let next = position + 1 < bytes.count ? bytes[position + 1] : nil
      let last = position > 0 ? bytes[position - 1] : nil
      let isMark =
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["),
          UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "~"):
          true
        // Within words, an underscore isn't a mark.
        case UInt8(ascii: "_"):
          !(last.map(isWordByte) ?? false) || !(next.map(isWordByte) ?? false)
        // Only where a character reference may begin.
        case UInt8(ascii: "&"): next.map { $0 == UInt8(ascii: "#") || isWordByte($0) } ?? false
        // Static site generators take two braces for a command.
        case UInt8(ascii: "{"): last == byte
        // Before a link, an exclamation mark would turn the link into an image.
        case UInt8(ascii: "!"): next == nil
        default: others.utf8.contains(byte)
        }
      if isMark { output.append(UInt8(ascii: "\\")) }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80
  }

  /// Removes backslashes before ASCII punctuation. Other backslashes stay
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

  /// Whether a byte is punctuation, whose meaning a backslash removes.
  package static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
