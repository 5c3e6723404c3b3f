import Foundation
import Markup

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
    return title.count > 2 && !Placeholder.stands(in: title)
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
    let packet = String(decoding: bytes, as: UTF8.self)
    let items = packet.split(separator: "<rdf:li").dropFirst()
    if items.isEmpty { return PlainText.fromHTML(packet) }
    // The title in several languages, of which one is the default.
    let titles = items.compactMap { item -> (attributes: Substring, text: String)? in
      let parts = item.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let end = parts[1].firstRange(of: "</rdf:li>")?.lowerBound ?? parts[1].endIndex
      return PlainText.fromHTML(String(parts[1][..<end])).map { (parts[0], $0) }
    }
    return (titles.first { $0.attributes.contains("x-default") } ?? titles.first)?.text
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

  /// Decodes Unicode with a byte order mark, or else PDFDocEncoding.
  private static func decoded(_ bytes: [UInt8]) -> String? {
    guard let encoding = EncodingSniffer.byteOrderMark(in: bytes) else {
      return String(String.UnicodeScalarView(bytes.map(scalar)))
    }
    let text = String(
      decoding: StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true), as: UTF8.self)
    // The language of the text stands between escape characters (ISO 32000-1, section 7.9.2.2).
    return text.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
  }

  /// Decodes PDFDocEncoding, which is Latin-1 except for these (ISO 32000-1, section D.2).
  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    switch byte {
    case 0x18...0x1F: accents[Int(byte) - 0x18]
    case 0x80...0x9E: signs[Int(byte) - 0x80]
    case 0x7F, 0x9F, 0xAD: "\u{FFFD}"
    case 0xA0: "€"
    default: Unicode.Scalar(byte)
    }
  }

  private static let accents = Array("˘ˇˆ˙˝˛˚˜".unicodeScalars)
  private static let signs = Array("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž".unicodeScalars)

  private static func literal(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var depth = 0
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\\":
        let digits = scalars.prefix(3).prefix { ("0"..."7").contains($0) }
        if digits.isEmpty {
          // An escaped line break isn't part of the text (ISO 32000-1, section 7.3.4.2).
          switch scalars.popFirst() {
          case "n", "r", "t", "b", "f": bytes.append(32)
          case "\r": if scalars.first == "\n" { scalars.removeFirst() }
          case "\n", nil: break
          case let next?: bytes.append(UInt8(truncatingIfNeeded: next.value))
          }
        } else {
          let value = digits.reduce(0) { $0 * 8 + $1.value - 48 }
          bytes.append(UInt8(truncatingIfNeeded: value))
          scalars = scalars.dropFirst(digits.count)
        }
      case ")" where depth == 0: return bytes
      case ")":
        depth -= 1
        bytes.append(41)
      case "(":
        depth += 1
        bytes.append(40)
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
