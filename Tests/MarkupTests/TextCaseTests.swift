import Markup
import Testing

struct TextCaseTests {
  @Test("letters of every script become lower case as in the standard library")
  func agrees() {
    // In rows, because a string for each scalar takes long.
    for row in stride(from: UInt32(0), to: 0x20000, by: 16) {
      let scalars = (row..<row + 16).compactMap(Unicode.Scalar.init)
      let text = String(String.UnicodeScalarView(scalars))
      #expect(text.inLowerCase == text.lowercased(), "from \(row)")
    }
  }
}
