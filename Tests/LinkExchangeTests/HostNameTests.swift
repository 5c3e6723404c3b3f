import Foundation
import Links
import Testing

@testable import LinkExchange

struct HostNameTests {
  @Test("the host name is what the system calls this computer, and makes a valid device name")
  func host() {
    var system = utsname()
    uname(&system)
    let name = withUnsafeBytes(of: system.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(DeviceName.host == name)
    var random = SystemRandomNumberGenerator()
    #expect(DeviceName.isValid(DeviceName.make(host: DeviceName.host, using: &random)))
  }
}
