import Foundation

/// Encodes a JSON object on one line, with sorted keys.
package enum JSONLine {
  package static func text(of object: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(object), as: UTF8.self)
  }

  /// Appends a text as a string literal (RFC 8259, section 7), as ``text(of:)`` does.
  package static func append(_ text: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case 0x20...: line.append(byte)
      case 0x08: line += #"\b"#.utf8
      case 0x09: line += #"\t"#.utf8
      case 0x0A: line += #"\n"#.utf8
      case 0x0C: line += #"\f"#.utf8
      case 0x0D: line += #"\r"#.utf8
      default: line += ((byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}
