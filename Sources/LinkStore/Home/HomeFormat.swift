package import Foundation
import LinkSync

/// The file that `raylette export` writes: JSON Lines with everything that can't be made or fetched
/// again.
///
/// The first line is a ``HomeHeader``, the last one a ``HomeEnd``. Each line between them is a row of
/// a table, in the order of ``HomeKind``. `Resources/guide/files.md` says which tables aren't
/// exported, and why.
package enum HomeFormat {
  /// The version of the format. It grows with each new kind or key, so that an older program refuses
  /// a file instead of losing what it doesn't know.
  package static let version = 1

  /// Whether a file can begin like this. A pipe that begins differently isn't read to its end.
  package static func canBegin(_ start: Data) -> Bool {
    start.starts(with: [0x1F, 0x8B]) || start.first == UInt8(ascii: "{") || start.isEmpty
  }
}

/// What a line is about. The raw value is its `kind`.
enum HomeKind: String, CaseIterable, Codable, Sendable {
  case link, text, picture, failure, reading, wheel, wheelLink, seen, never, visit, setting, start

  var record: any HomeRecord.Type {
    switch self {
    case .link: HomeLink.self
    case .text: HomeText.self
    case .picture: HomePicture.self
    case .failure: HomeFailure.self
    case .reading: HomeReading.self
    case .wheel: HomeWheel.self
    case .wheelLink: HomeWheelLink.self
    case .seen: HomeSeen.self
    case .never: HomeNever.self
    case .visit: HomeVisit.self
    case .setting: HomeSetting.self
    case .start: HomeStart.self
    }
  }
}

/// The first line.
struct HomeHeader: Codable, Sendable {
  static let kind = "header"
  var format = "raylette"
  var version = HomeFormat.version
  /// The version of the program that wrote the file.
  let program: String
}

/// The last line, so that a file that was cut off is noticed.
struct HomeEnd: Codable, Sendable {
  static let kind = "end"
  /// The number of lines of each kind.
  let counts: [String: Int]
}

/// A line with its kind.
struct HomeLine<Content: Encodable>: Encodable {
  let kind: String
  let content: Content

  func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var keys = encoder.container(keyedBy: HomeLineKey.self)
    try keys.encode(kind, forKey: .kind)
  }
}

enum HomeLineKey: CodingKey {
  case kind
}

/// A moment as it's stored, in seconds since 1970. In a line, it's a date in ISO 8601 with as many
/// digits as it takes to restore exactly this number.
struct StoredTime: Codable, Hashable, Sendable {
  let seconds: Double

  init(_ seconds: Double) {
    // Dates have years of four digits. Any other moment comes from a broken clock.
    self.seconds = seconds.isNaN ? 0 : min(max(seconds, Self.first), Self.last)
  }

  init(_ date: Date) { self.init(date.timeIntervalSince1970) }

  /// Returns a date as it is, unless it comes from a broken clock or a hostile file.
  static func clamped(_ date: Date) -> Date {
    (first...last).contains(date.timeIntervalSince1970) ? date : StoredTime(date).date
  }

  private static let first = -62_135_596_800.0
  private static let last = 253_402_300_799.0

  var date: Date { Date(timeIntervalSince1970: seconds) }

  var text: String {
    let whole = seconds.rounded(.down)
    var text = String(ISOTime.text(Int64(whole) * 1000).dropLast(".000Z".count))
    if seconds != whole { text += ".\(Self.digits(of: seconds, whole: whole))" }
    return text + "Z"
  }

  /// Returns the digits after the decimal point.
  private static func digits(of seconds: Double, whole: Double) -> Substring {
    // The description is the shortest text that gives the same number, without an exponent here.
    if seconds >= 1 { return "\(seconds)".drop { $0 != "." }.dropFirst() }
    let digits = String(format: "%.17f", seconds - whole).dropFirst(2)
    return digits.lastIndex { $0 != "0" }.map { digits[...$0] } ?? "0"
  }

  init?(_ text: String) {
    guard text.utf8.count <= 40, text.hasSuffix("Z") else { return nil }
    let parts = text.dropLast().split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let milliseconds = ISOTime.milliseconds("\(parts[0]).000Z") else { return nil }
    let whole = milliseconds / 1000
    guard parts.count == 2 else {
      self.init(Double(whole))
      return
    }
    let digits = parts[1]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let fraction = Double("0.\(digits)")
    else { return nil }
    self.init(whole >= 1 ? Double("\(whole).\(digits)") ?? 0 : Double(whole) + fraction)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = StoredTime(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
    }
    self = time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
