import Testing

@testable import Markup

struct FNVHashTests {
  @Test(
    "has the values of RFC 9923, and those of bytes that come in parts",
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C),
      ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func values(text: String, value: UInt64) {
    #expect(FNVHash(text.utf8).value == value)
    var parts = FNVHash()
    for byte in text.utf8 {
      parts = FNVHash(after: parts.value)
      parts.append([byte])
    }
    #expect(parts.value == value)
  }
}
