import Foundation
import Testing

@testable import LinkFetching

@Suite("The network interfaces of this machine")
struct LocalNetworkTests {
  private static let connected = UInt32(IFF_UP) | UInt32(IFF_RUNNING)

  @Test(
    "an address that's valid on its link only doesn't lead to other networks",
    arguments: [
      ("192.168.1.5", true), ("10.0.0.2", true), ("100.64.0.1", true), ("203.0.113.9", true),
      ("169.253.255.255", true), ("169.254.0.1", false), ("169.254.255.254", false),
      ("169.255.0.1", true), ("2001:db8::5", true), ("fd12::1", true), ("fe7f::1", true),
      ("fe80::1", false), ("febf::1", false), ("fec0::1", true),
    ])
  func addresses(address: String, leads: Bool) throws {
    let interface = try InterfaceAddress(
      flags: Self.connected, address: #require(IPAddress(address)))
    #expect(interface.leadsToOtherNetworks == leads)
  }

  @Test(
    "neither loopback nor an interface that's down or has no link leads to other networks",
    arguments: [
      connected | UInt32(IFF_LOOPBACK), UInt32(IFF_UP), UInt32(IFF_RUNNING), 0,
    ])
  func flags(_ flags: UInt32) throws {
    let interface = try InterfaceAddress(
      flags: flags, address: #require(IPAddress("192.168.1.5")))
    #expect(!interface.leadsToOtherNetworks)
  }

  @Test(
    "an address that the system returned is copied",
    arguments: ["192.168.1.5", "fe80::1", "2001:db8::5"])
  func copied(address: String) throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    try #require(getaddrinfo(address, nil, &hints, &list) == 0)
    defer { freeaddrinfo(list) }
    let pointer = try #require(list?.pointee.ai_addr)
    #expect(IPAddress(copying: pointer) == IPAddress(address))
    #expect(IPAddress(address)?.text == address)
    pointer.pointee.sa_family = sa_family_t(AF_UNIX)
    #expect(IPAddress(copying: pointer) == nil)
  }

  @Test("what's no address isn't one", arguments: ["", "1.2.3", "1.2.3.4.5", "fe80::1%eth0", "a"])
  func notAnAddress(text: String) { #expect(IPAddress(text) == nil) }
}
