import CCurl
import Foundation
import Localization

/// The parts of a server's certificate that show why it isn't trusted. It's the error of a request
/// that asks for nothing else.
struct ServerCertificate: Error {
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
  /// Reads what libcurl tells about the certificate of a finished handshake. Returns nil without
  /// one.
  init?(_ handle: UnsafeMutableRawPointer) {
    func field(_ name: String) -> String? {
      ccurl_certificate(handle, name).map { String(cString: $0) }
    }
    /// Reads `Mar 4 12:00:00 2020 GMT`, as with OpenSSL, or `2020-03-04 12:00:00 GMT`.
    func date(_ name: String) -> Date? {
      let seconds = field("\(name) date:").map { ccurl_date($0.replacing("-", with: "")) } ?? -1
      return seconds < 0 ? nil : Date(timeIntervalSince1970: TimeInterval(seconds))
    }
    guard let from = date("Start"), let to = date("Expire") else { return nil }
    self.init(
      validFrom: from, validTo: to, isSelfSigned: field("Subject:") == field("Issuer:"))
  }
}
