import Foundation
import Markup
import Testing

struct ISODateTests {
  @Test(
    "a moment in ISO 8601 is the same as among other words",
    arguments: [
      "2016-05-24T18:00:03Z", "2016-05-24T18:00:03.899-07:00", "2016-05-24 18:00",
      "2016-05-24T18:00+0530", "2016-12-31T24:00:00Z", "2016-02-30T10:00:00Z",
      "2016-05-24T18:00:03+14:30", "2016-05-24T18:00:03+25:00", "2016-05-24T18:61:03Z",
      "2016-05-24", "2016-05-24T18:00:03+0530x", "2016-05-24T", "0000-00-00T00:00:00Z",
    ])
  func agrees(text: String) {
    // A space before it takes the way of written dates.
    #expect(PublicationDate.date(text) == PublicationDate.date(" " + text))
  }

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
