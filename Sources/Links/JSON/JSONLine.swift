import Foundation
import Localization

/// Encodes a JSON object on one line, with sorted keys.
package enum JSONLine {
  /// - Parameter object: made in English, because programs read it, in whatever language the user
  ///   reads.
  package static func text<Object: Encodable>(
    of object: @autoclosure () throws -> Object
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let data = try Catalogue.with(.english) { () throws in try encoder.encode(object()) }
    return String(decoding: data, as: UTF8.self)
  }

  /// Appends a text as a string literal (RFC 8259, section 7), as ``text(of:)`` does.
  package static func append(_ text: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      // Most texts have nothing to escape, and are copied as a whole.
      var rest = bytes[...]
      while let index = rest.firstIndex(where: needsEscape) {
        line += rest[..<index]
        append(escaped: rest[index], to: &line)
        rest = rest[(index + 1)...]
      }
      line += rest
    }
    line.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(escaped byte: UInt8, to line: inout [UInt8]) {
    switch byte {
    case 0x08: line += #"\b"#.utf8
    case 0x09: line += #"\t"#.utf8
    case 0x0A: line += #"\n"#.utf8
    case 0x0C: line += #"\f"#.utf8
    case 0x0D: line += #"\r"#.utf8
    case ..<0x20: line += ((byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8
    default: line += [UInt8(ascii: "\\"), byte]
    }
  }
}
