import Foundation
import Localization

/// The parts of a server's certificate that show why it isn't trusted.
struct ServerCertificate: Sendable {
  var validFrom: Date
  var validTo: Date
  /// Whether the certificate is self-signed, as on many people's own servers.
  var isSelfSigned: Bool

  /// Describes the certificate's fault, as the end of the sentence "no secure connection to …:".
  /// It's in English, to be translated there, unless it has values.
  func fault(now: Date) -> String {
    if validTo < now {
      let days = Int(now.timeIntervalSince(validTo) / 86_400)
      return switch days {
      case 0: LocalizedText("its certificate expired today").english
      case 1: LocalizedText("its certificate expired yesterday").english
      case 2...60: localized("its certificate expired \(days, "day") ago")
      default:
        localized(
          "its certificate expired on \(validTo.formatted(.iso8601.year().month().day()))")
      }
    }
    if validFrom > now {
      return
        localized(
          """
          its certificate is valid from \(validFrom.formatted(.iso8601.year().month().day())) on\
          , or this machine's clock is wrong
          """)
    }
    return isSelfSigned
      ? LocalizedText("its certificate is self-signed").english
      : LocalizedText("its certificate was issued by an unknown authority").english
  }
}

extension ServerCertificate {
  /// Reads a certificate in PEM format (RFC 7468). Returns nil if it's none.
  init?(pem: [UInt8]) {
    let lines = String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline)
    let text = lines.filter { !$0.hasPrefix("-----") }.joined()
    guard let der = Data(base64Encoded: text) else { return nil }
    self.init(der: Array(der))
  }

  /// Reads the fields of a certificate (RFC 5280, section 4.1): version, serial number, algorithm,
  /// issuer, validity and subject.
  private init?(der: [UInt8]) {
    var file = DERReader(der[...])
    guard var certificate = file.next().map({ DERReader($0.content) }),
      var fields = certificate.next().map({ DERReader($0.content) }), var field = fields.next()
    else { return nil }
    if field.tag == 0xA0, let serial = fields.next() { field = serial }
    guard field.tag == 0x02, fields.next() != nil, let issuer = fields.next(),
      var validity = fields.next().map({ DERReader($0.content) }), let subject = fields.next(),
      let from = validity.next().flatMap({ Self.date($0.tag, $0.content) }),
      let to = validity.next().flatMap({ Self.date($0.tag, $0.content) })
    else { return nil }
    validFrom = from
    validTo = to
    isSelfSigned = issuer.content == subject.content
  }

  /// Reads a time (RFC 5280, section 4.1.2.5): `YYMMDDHHMMSSZ`, or with a year of four digits.
  private static func date(_ tag: UInt8, _ content: ArraySlice<UInt8>) -> Date? {
    let yearLength = tag == 0x17 ? 2 : 4
    let digits = content.dropLast().map { Int($0) - 0x30 }
    guard [0x17, 0x18].contains(tag), digits.count == yearLength + 10,
      digits.allSatisfy({ (0...9).contains($0) })
    else { return nil }
    let number = { (start: Int, length: Int) in
      digits[start..<start + length].reduce(0) { $0 * 10 + $1 }
    }
    let year = number(0, yearLength)
    let parts = (0..<5).map { number(yearLength + 2 * $0, 2) }
    return DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt,
      year: tag == 0x18 ? year : year < 50 ? 2000 + year : 1900 + year, month: parts[0],
      day: parts[1], hour: parts[2], minute: parts[3], second: parts[4]
    ).date
  }
}

/// Reads the elements of a DER encoding (ITU X.690) one by one.
private struct DERReader {
  private var remaining: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { remaining = bytes }

  mutating func next() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
    guard let tag = remaining.popFirst(), let first = remaining.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), remaining.count >= count else { return nil }
      length = remaining.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      remaining = remaining.dropFirst(count)
    }
    guard remaining.count >= length else { return nil }
    defer { remaining = remaining.dropFirst(length) }
    return (tag, remaining.prefix(length))
  }
}
