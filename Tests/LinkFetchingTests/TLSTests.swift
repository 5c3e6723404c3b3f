import Foundation
import LinkPreview
import Localization
import TestSupport
import Testing

@testable import LinkFetching

@Suite(.takesTurn)
struct TLSTests {
  @Test(
    "the problem with a certificate is reported",
    arguments: [
      (TestCertificates.expired, "its certificate expired on 2020-03-04"),
      (TestCertificates.selfSigned, "its certificate is self-signed"),
      (
        TestCertificates.unknownAuthority,
        "its certificate was issued by an unknown authority"
      ),
    ])
  func untrusted(certificate: String, reason: String) async throws {
    let server = try Self.server(certificate)
    try await withConnections(names: ["tls.test": "127.0.0.1"]) { connections in
      for host in ["tls.test", "127.0.0.1"] {
        let url = try #require(URL(string: "https://\(host):\(server.port)/"))
        let error = await connections.error(for: url)
        #expect(error == .failed(.tls(host: host, reason: reason)))
      }
    }
    await server.close()
  }

  // A message that's stored is in English, whatever the language of the process.
  @Test("a message with a date is in the language of the task that asked for the page")
  func language() async throws {
    let server = try Self.server(TestCertificates.expired)
    try await withConnections(names: ["tls.test": "127.0.0.1"]) { connections in
      let url = try #require(URL(string: "https://tls.test:\(server.port)/"))
      let error = await Catalogue.run(in: .german) { await connections.error(for: url) }
      let reason = "ihr Zertifikat ist am 2020-03-04 abgelaufen"
      #expect(error == .failed(.tls(host: "tls.test", reason: reason)))
    }
    await server.close()
  }

  @Test("a trusted certificate for another host is refused")
  func wrongHost() async throws {
    let server = try Self.server(TestCertificates.selfSigned)
    let url = try #require(URL(string: "https://other.test:\(server.port)/"))
    let names = ["other.test": "127.0.0.1"]
    try await withConnections(names: names, authorities: TestCertificates.selfSigned) {
      connections in
      let error = await connections.error(for: url)
      let reason = "its certificate is for another host"
      #expect(error == .failed(.tls(host: "other.test", reason: reason)))
    }
    await server.close()
  }

  @Test(
    "the message tells when a certificate expired or becomes valid",
    arguments: [
      (0.0, "its certificate expired today"), (1, "its certificate expired yesterday"),
      (3, "its certificate expired 3 days ago"), (60, "its certificate expired 60 days ago"),
      (61, "its certificate expired on 2020-03-04"),
      (-1, "its certificate is self-signed"),
      (-400, "its certificate is valid from 2019-03-05 on, or this machine's clock is wrong"),
    ])
  func dates(daysAfterEnd: Double, fault: String) {
    let end = Date(timeIntervalSince1970: 1_583_323_200)  // 2020-03-04 12:00
    let certificate = ServerCertificate(
      validFrom: end.addingTimeInterval(-365 * 86_400), validTo: end, isSelfSigned: true)
    let now = end.addingTimeInterval(daysAfterEnd * 86_400 + 60)
    #expect(certificate.fault(now: now) == fault)
  }

  private static func server(_ certificate: String) throws -> SocketServer {
    try SocketServer(tls: .init(certificate: certificate)) { try $0.hang() }
  }
}
