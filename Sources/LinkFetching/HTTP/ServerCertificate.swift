import Foundation
import Localization
import NIOSSL

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
  init(_ certificate: NIOSSLCertificate) {
    validFrom = Date(timeIntervalSince1970: TimeInterval(certificate.notValidBefore))
    validTo = Date(timeIntervalSince1970: TimeInterval(certificate.notValidAfter))
    isSelfSigned = (try? certificate.toDERBytes()).map(Self.hasSameIssuerAndSubject) ?? false
  }

  /// Whether issuer and subject are the same (RFC 5280, section 4.1). They're the third and fifth
  /// field after the version.
  private static func hasSameIssuerAndSubject(_ der: [UInt8]) -> Bool {
    var file = DERReader(der[...])
    guard var certificate = file.next().map({ DERReader($0.content) }),
      var fields = certificate.next().map({ DERReader($0.content) }), var field = fields.next()
    else { return false }
    if field.tag == 0xA0, let serial = fields.next() { field = serial }
    guard field.tag == 0x02, fields.next() != nil, let issuer = fields.next(), fields.next() != nil,
      let subject = fields.next()
    else { return false }
    return issuer.content == subject.content
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
