import Foundation
import Links
import Testing

struct PointInTimeTests {
  private func date(of text: String, in zone: TimeZone = .gmt) throws -> String? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let now = try Date("2026-11-22T10:00:00Z", strategy: .iso8601)
    return PointInTime(text)?.date(now: now, calendar: calendar).formatted(.iso8601)
  }

  @Test(
    "dates, ages and names of days are parsed",
    arguments: [
      ("2024", "2024-01-01T00:00:00Z"), ("2024-2", "2024-02-01T00:00:00Z"),
      ("2024-02-29", "2024-02-29T00:00:00Z"), ("2023-02-29", nil), ("2024-13", nil), ("24", nil),
      ("2024-04-31", nil), ("1900-02-29", nil), ("2000-02-29", "2000-02-29T00:00:00Z"),
      ("2024-00", nil), ("2024-01-00", nil), ("2024-", nil), ("٢٠٢٤", nil), ("２０２４", nil),
      ("7d", "2026-11-15T10:00:00Z"), ("2w", "2026-11-08T10:00:00Z"),
      ("3mo", "2026-08-22T10:00:00Z"),
      ("1Y", "2025-11-22T10:00:00Z"), ("12h", "2026-11-21T22:00:00Z"),
      ("today", "2026-11-22T00:00:00Z"),
      ("yesterday", "2026-11-21T00:00:00Z"), ("soon", nil), ("-1d", nil), ("", nil), ("7", nil),
    ] as [(String, String?)])
  func parses(text: String, expected: String?) throws {
    #expect(try date(of: text) == expected)
  }

  @Test("days begin at midnight where the user is")
  func timeZone() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 14 * 3600))
    #expect(try date(of: "today", in: zone) == "2026-11-22T10:00:00Z")
    #expect(try date(of: "yesterday", in: zone) == "2026-11-21T10:00:00Z")
    #expect(try date(of: "2026-11-23", in: zone) == "2026-11-22T10:00:00Z")
  }
}
