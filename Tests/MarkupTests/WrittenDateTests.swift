import Foundation
import Markup
import Testing

/// The spellings of dates, times and durations that pages have, in one table each.
struct WrittenDateTests {
  private static func text(_ date: Date?) -> String? {
    date.map { $0.formatted(.iso8601) }
  }

  /// Of what is known to be a date, such as the content of a `<meta>`.
  static let moments: [(text: String, moment: String?)] = [
    // A day alone is noon.
    ("2016-05-24", "2016-05-24T12:00:00Z"), ("2016/05/24", "2016-05-24T12:00:00Z"),
    ("20160524", "2016-05-24T12:00:00Z"), ("2016.5.4", "2016-05-04T12:00:00Z"),
    ("2016:05:24 09:30:00", "2016-05-24T09:30:00Z"), ("2016年5月24日", "2016-05-24T12:00:00Z"),
    ("2016년 5월 24일", "2016-05-24T12:00:00Z"), ("2016年5月24日 18:00", "2016-05-24T18:00:00Z"),
    // With slashes, the month comes first if it can.
    ("24.05.2016", "2016-05-24T12:00:00Z"), ("05-06-2016", "2016-06-05T12:00:00Z"),
    ("5/6/2016", "2016-05-06T12:00:00Z"), ("24/5/2016", "2016-05-24T12:00:00Z"),
    ("24.05.16", nil), ("2016-13-24", nil), ("2016-02-30", nil), ("2015-02-29", nil),
    ("2016-02-29", "2016-02-29T12:00:00Z"), ("1900-02-29", nil),
    ("2000-02-29", "2000-02-29T12:00:00Z"),
    ("1899-12-31", nil), ("1900-01-01", "1900-01-01T12:00:00Z"), ("2201-01-01", nil),
    // Names of months.
    ("May 24, 2016", "2016-05-24T12:00:00Z"), ("24 May 2016", "2016-05-24T12:00:00Z"),
    ("24. Mai 2016", "2016-05-24T12:00:00Z"), ("24 de mayo de 2016", "2016-05-24T12:00:00Z"),
    ("24 мая 2016", "2016-05-24T12:00:00Z"), ("1er août 2016", "2016-08-01T12:00:00Z"),
    ("Tue, 24 May 2016 18:00:03 GMT", "2016-05-24T18:00:03Z"),
    ("Tue, 24 May 2016 18:00:03 -0700", "2016-05-25T01:00:03Z"),
    ("Tue May 24 18:00:00 2016", "2016-05-24T18:00:00Z"),
    ("May 24 10:30 EDT 2016", "2016-05-24T14:30:00Z"),
    ("10:30, May 1, 2016", "2016-05-01T10:30:00Z"),
    ("May 24, 2016 6:00 pm EST", "2016-05-24T23:00:00Z"),
    ("May 24, 2016 12:05 AM", "2016-05-24T00:05:00Z"),
    ("May 24, 2016 12:05 PM", "2016-05-24T12:05:00Z"), ("May 2016", nil), ("24 2016", nil),
    // Times and zones.
    ("2016-05-24T18:00:03+05:30", "2016-05-24T12:30:03Z"),
    ("2016-05-24 18:00 JST", "2016-05-24T09:00:00Z"),
    ("20160524T180003-0700", "2016-05-25T01:00:03Z"), ("20160524093000", "2016-05-24T09:30:00Z"),
    ("2016-05-24T24:00:00Z", "2016-05-25T00:00:00Z"),
    ("2016-05-24T18:00−7", "2016-05-25T01:00:00Z"),
    // Neither a day nor a moment.
    ("", nil), ("yesterday", nil), ("12", nil), ("1.2.3", nil), ("12345678901234567890", nil),
  ]

  @Test("a date's moment", arguments: moments)
  func moment(text: String, moment: String?) {
    #expect(Self.text(PublicationDate.date(text)) == moment)
  }

  @Test(
    "the day in the path of an address",
    arguments: [
      ("/2016/05/24/title", "2016-05-24"), ("/20160524/title", "2016-05-24"),
      ("/a/2016/5/4", "2016-05-04"), ("/2016/05/title", nil), ("/2016/13/24/", nil),
      ("/2016-05-24/title", nil), ("/v2016/05/24", nil),
    ] as [(String, String?)])
  func path(path: String, day: String?) throws {
    let url = try #require(URL(string: "https://example.org" + path))
    #expect(Self.text(PublicationDate.date(inPathOf: url))?.prefix(10) == day?.prefix(10))
  }

  @Test("a day alone is told from a moment")
  func dayOnly() throws {
    let day = try #require(PublicationDate.date("1969-12-31"))
    #expect(PublicationDate.isDayOnly(day))
    #expect(!PublicationDate.isDayOnly(try #require(PublicationDate.date("1969-12-31T18:00:00Z"))))
  }

  /// Of texts for readers, which may be about anything.
  static let days: [(text: String, days: [String])] = [
    ("Published 24 May 2016", ["2016-05-24"]), ("May 24th, 2016 by A", ["2016-05-24"]),
    ("24th of May, 2016", ["2016-05-24"]), ("2016. május 24.", ["2016-05-24"]),
    ("24/5/20", ["2020-05-24"]), ("24.05.71", ["1971-05-24"]),
    ("5/6/2016", ["2016-06-05 or 2016-05-06"]),
    ("5/5/2016", ["2016-05-05"]), ("5/24/2016", ["2016-05-24"]),
    ("from 1 May 2016 to 2 May 2016", ["2016-05-01", "2016-05-02"]),
    ("Version 1.24.5.2016", []), ("24.5.2016.3", []), ("In May 2016", []), ("24 May", []),
    ("31 February 2016", []), ("24.05.216", []), ("maybe 24 2016", []),
  ]

  @Test("the days that a line for readers names", arguments: days)
  func writtenDays(text: String, days: [String]) {
    let found = WrittenDays(in: text).days.map { day in
      [day.date, day.monthFirst].compactMap { Self.text($0)?.prefix(10) }.joined(separator: " or ")
    }
    #expect(found == days)
  }

  @Test("words and times beside a day are counted")
  func besides() {
    let line = WrittenDays(in: "Open 10:30 to 12:00 on 24 May 2016, 10:30:15")
    #expect(line.days.count == 1)
    #expect(line.times == 3)
    #expect(line.otherWords == 3)
  }

  @Test(
    "how long something takes",
    arguments: [
      ("PT1H5M", 3_900), ("P1DT1H", 90_000), ("95", 95), ("1:35", 95), ("1:00:05", 3_605),
      ("4 min", 240), ("1.5 hours", 5_400), ("1,5 Std", 5_400), ("5 минут", 300),
      ("3 minutos", 180),
      ("4 minute read", 240), ("12 apples", nil), ("", nil), ("min", nil), ("1234567", nil),
    ] as [(String, Int?)])
  func duration(text: String, seconds: Int?) {
    #expect(WrittenDuration.duration(text) == seconds.map { .seconds($0) })
  }
}
