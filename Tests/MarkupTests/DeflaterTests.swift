import Testing

@testable import Markup

struct DeflaterTests {
  private static let text = [UInt8](String(repeating: "words of a text, ", count: 10_000).utf8)

  @Test("what's deflated is inflated", arguments: [[], [7], text, [UInt8](0...255)])
  func roundTrip(bytes: [UInt8]) throws {
    let deflated = try #require(Deflater.deflated(bytes))
    #expect(deflated.count < 100 || deflated.count < bytes.count / 10 || bytes.count < 300)
    let inflated = try Inflater.inflated(deflated, limit: bytes.count)
    #expect(inflated == bytes)
  }

  @Test("bytes that are too long, cut or changed are an error")
  func damaged() throws {
    let deflated = try #require(Deflater.deflated(Self.text))
    let limit = Self.text.count
    #expect(throws: Inflater.Failure.tooLong(limit: limit - 1)) {
      try Inflater.inflated(deflated, limit: limit - 1)
    }
    for length in [0, 1, 2, deflated.count / 2, deflated.count - 1] {
      #expect(throws: Inflater.Failure.badData) {
        try Inflater.inflated(Array(deflated.prefix(length)), limit: limit)
      }
    }
    var changed = deflated
    changed[changed.count - 1] ^= 1
    #expect(throws: Inflater.Failure.badData) { try Inflater.inflated(changed, limit: limit) }
  }
}
