import Markup
import Foundation

/// Finds the title in the first bytes of a PDF file: in its XMP packet or its information
/// dictionary (ISO 32000-1, sections 14.3.2 and 14.3.3), if they aren't compressed.
enum PDFTitle {
  static func title(in bytes: Data) -> String? {
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    let title = packetTitle(in: text) ?? dictionaryTitle(in: text)
    return title.flatMap { PlainText.folded($0) }.flatMap { isMeaningful($0) ? $0 : nil }
  }

  /// Whether the title isn't a placeholder. Word processors often write the name of the source
  /// file, or nothing.
  private static func isMeaningful(_ title: String) -> Bool {
    let lower = title.lowercased()
    return title.count > 2
      && !["untitled", "microsoft word - ", "powerpoint presentation", "slide 1"].contains {
        lower.hasPrefix($0)
      }
  }

  private static func packetTitle(in text: String) -> String? {
    guard let title = text.firstRange(of: "<dc:title>"),
      let end = text[title.upperBound...].firstRange(of: "</dc:title>")
    else { return nil }
    let bytes = text[title.upperBound..<end.lowerBound].prefix(4_000).unicodeScalars.map {
      UInt8(truncatingIfNeeded: $0.value)
    }
    return PlainText.fromHTML(String(decoding: bytes, as: UTF8.self))
  }

  private static func dictionaryTitle(in text: String) -> String? {
    guard let key = text.firstRange(of: "/Title") else { return nil }
    let afterKey = text[key.upperBound...].drop(while: \.isWhitespace)
    switch afterKey.first {
    case "(": return decoded(literal(afterKey.dropFirst().prefix(2_000)))
    case "<": return decoded(hex(afterKey.dropFirst().prefix(2_000)))
    default: return nil
    }
  }

  /// Decodes UTF-16 with a byte order mark, or else PDFDocEncoding, which is Latin-1 except for a
  /// few characters.
  private static func decoded(_ bytes: [UInt8]) -> String? {
    let encoding: CharacterEncoding = EncodingSniffer.byteOrderMark(in: bytes) ?? .windows1252
    return String(
      decoding: StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true), as: UTF8.self)
  }

  private static func literal(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var depth = 0
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\\":
        let digits = scalars.prefix(3).prefix { ("0"..."7").contains($0) }
        if digits.isEmpty {
          if let next = scalars.popFirst() {
            bytes.append(UInt8(truncatingIfNeeded: next == "n" ? 32 : next.value))
          }
        } else {
          let value = digits.reduce(0) { $0 * 8 + $1.value - 48 }
          bytes.append(UInt8(truncatingIfNeeded: value))
          scalars = scalars.dropFirst(digits.count)
        }
      case ")" where depth == 0: return bytes
      case ")": depth -= 1; bytes.append(41)
      case "(": depth += 1; bytes.append(40)
      default: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      }
    }
    return bytes
  }

  private static func hex(_ text: Substring) -> [UInt8] {
    let digits = text.prefix { $0 != ">" }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }
}
