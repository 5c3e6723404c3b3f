import Foundation
import Markup
import Testing

struct PublicationDateTests {
  @Test(
    "seconds and milliseconds since 1970 are a moment up to the year 2200",
    arguments: [
      ("1716566400", 1_716_566_400), ("1716566400899", 1_716_566_400),
      ("7289654399", 7_289_654_399), ("7289654400", nil), ("9999999999", nil),
      ("9999999999999", nil),
    ] as [(String, Double?)])
  func timestamps(text: String, seconds: Double?) {
    #expect(PublicationDate.date(text)?.timeIntervalSince1970 == seconds)
  }
}
