/// Escapes text for HTML and XML.
package enum MarkupEscape {
  /// Escapes text between tags.
  package static func text(_ text: String) -> String { escaped(text, inAttribute: false) }

  /// Escapes text between double quotation marks. A line break becomes a character reference,
  /// because XML would fold it into a space.
  package static func attribute(_ text: String) -> String { escaped(text, inAttribute: true) }

  /// Appends escaped text to markup, for between tags.
  package static func append(text: String, to markup: inout [UInt8]) {
    append(text, inAttribute: false, to: &markup)
  }

  /// Appends an escaped attribute value to markup.
  package static func append(attribute: String, to markup: inout [UInt8]) {
    append(attribute, inAttribute: true, to: &markup)
  }

  private static func escaped(_ text: String, inAttribute: Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 16)
    append(text, inAttribute: inAttribute, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(_ text: String, inAttribute: Bool, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for position in 0..<bytes.count {
        guard let escape = escape(bytes[position], inAttribute: inAttribute) else { continue }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<position]))
        output.append(
          contentsOf: UnsafeBufferPointer(start: escape.utf8Start, count: escape.utf8CodeUnitCount))
        start = position + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }

  @inline(__always)
  private static func escape(_ byte: UInt8, inAttribute: Bool) -> StaticString? {
    // All escaped characters sort before letters.
    if byte > UInt8(ascii: ">") { return nil }
    return switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\"") where inAttribute: "&quot;"
    case UInt8(ascii: "\n") where inAttribute: "&#10;"
    default: nil
    }
  }
}
