import Testing

@testable import Markup

struct ElementNameTests {
  @Test("the stored number of an element is its raw value")
  func numbers() {
    for name in ElementName.allCases { #expect(name.number == name.rawValue, "\(name)") }
  }
}
