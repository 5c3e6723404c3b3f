/// Escapes text for HTML and XML.
package enum MarkupEscape {
  /// Escapes text between tags.
  package static func text(_ text: String) -> String { escaped(text, inAttribute: false) }

  /// Escapes text between double quotation marks. A line break becomes a character reference,
  /// because XML would fold it into a space.
  package static func attribute(_ text: String) -> String { escaped(text, inAttribute: true) }

  private static func escaped(_ text: String, inAttribute: Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\"") where inAttribute: output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "\n") where inAttribute: output.append(contentsOf: "&#10;".utf8)
      default: output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
