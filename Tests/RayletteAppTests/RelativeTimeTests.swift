import Foundation
import Links
import Testing

@testable import RayletteApp

struct RelativeTimeTests {
  private static let (minute, hour, day) = (60, 3600, 86_400)

  @Test(
    "ages count whole units, the same in text and in lists",
    arguments: [
      (-60, "just now", "now"), (0, "just now", "now"), (59, "just now", "now"),
      (60, "1 minute ago", "1m"), (119, "1 minute ago", "1m"),
      (59 * 60 + 59, "59 minutes ago", "59m"),
      (hour, "1 hour ago", "1h"), (2 * hour - 1, "1 hour ago", "1h"),
      (day - 1, "23 hours ago", "23h"), (day, "1 day ago", "1d"), (47 * hour, "1 day ago", "1d"),
      (2 * day, "2 days ago", "2d"), (14 * day - 1, "13 days ago", "13d"),
      (14 * day, "2 weeks ago", "2w"), (21 * day - 1, "2 weeks ago", "2w"),
      (60 * day - 1, "8 weeks ago", "8w"), (60 * day, "2 months ago", "2mo"),
      (365 * day - 1, "12 months ago", "12mo"), (365 * day, "1 year ago", "1y"),
      (2 * 365 * day - 1, "1 year ago", "1y"), (999 * 365 * day, "999 years ago", "999y"),
      (1000 * 365 * day, "1,000 years ago", "old"),
    ] as [(Int, String, String)])
  func ages(seconds: Int, text: String, short: String) {
    let moment = Samples.now - Double(seconds)
    #expect(RelativeTime.text(from: moment, to: Samples.now) == text)
    #expect(RelativeTime.short(from: moment, to: Samples.now) == short)
  }

  @Test("no age is longer in one form than in the other")
  func agreement() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<2000 {
      let seconds = pow(10, Double.random(in: 0...10, using: &random))
      let moment = Samples.now - seconds
      let text = RelativeTime.text(from: moment, to: Samples.now)
      let short = RelativeTime.short(from: moment, to: Samples.now)
      #expect(text.prefix { $0.isNumber } == short.prefix { $0.isNumber }, "\(seconds)")
    }
  }
}
