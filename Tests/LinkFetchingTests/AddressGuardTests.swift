import Foundation
import LinkPreview
import Markup
import Testing

@testable import LinkFetching

struct AddressGuardTests {
  @Test(
    "public addresses are allowed",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
      "126.255.255.255", "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0",
      "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
      "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::1", "2001:200::1",
      "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1", "3fff:1000::1",
    ])
  func isPublic(address: String) throws {
    #expect(SpecialAddresses.areWithout(try #require(IPAddress(address)).bytes))
    #expect(!AddressGuard().refuses(host: address))
  }

  @Test(
    "loopback, private, reserved and unassigned addresses are refused",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
      "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.0", "172.31.255.255",
      "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.1",
      "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
      "240.0.0.1", "255.255.255.255", "::", "::1", "::2", "fe80::1", "febf::1", "fec0::1",
      "fc00::1", "fdff::1", "ff02::1", "100::1", "2001::1", "2001:2::1", "2001:db8::1",
      "2001:10::1", "3fff::1", "4000::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::127.0.0.1",
      "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::1", "2002:c0a8:101::1", "5f00::1",
    ])
  func isSpecial(address: String) throws {
    #expect(!SpecialAddresses.areWithout(try #require(IPAddress(address)).bytes))
    #expect(AddressGuard().refuses(host: address))
  }

  @Test(
    "private hosts are recognized by their spelling",
    arguments: [
      ("127.1", true), ("0x7f000001", true), ("2130706433", true), ("0177.0.0.1", true),
      ("0x7f.1", true), ("127.0.0.1.", true), ("[::1]", true), ("[::ffff:10.0.0.1]", true),
      ("fe80::1%eth0", true), ("LOCALHOST", true), ("localhost.", true), ("a.localhost", true),
      ("10.1", true), ("0", true), ("134744072", false), ("8.8", false), ("localhost.org", false),
      ("notlocalhost", false), ("127.0.0.1.example.org", false), ("1.2.3.4.5", false),
      ("256.1", false), ("example.org", false), ("", false), ("0x", true),
    ])
  func spelling(host: String, isRefused: Bool) {
    #expect(AddressGuard().refuses(host: host) == isRefused)
  }
}
