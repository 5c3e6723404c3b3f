/// Escapes text so that Markdown doesn't take it for markup.
enum MarkdownEscape {
  static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      // `https\://` isn't a bare address any more.
      if "\\`*_[]<>#&:|~!".utf8.contains(byte) { output.append(UInt8(ascii: "\\")) }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Removes the backslashes before ASCII punctuation. Before anything else, a backslash stays
  /// (https://spec.commonmark.org/0.31.2/#backslash-escapes).
  static func unescaped(_ text: String) -> String {
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
