import Bookmarks
import Foundation
import GRDB
import Links
import Localization
import Markup

/// A row that's exported as a line. Its keys are those of the line.
protocol HomeRecord: Decodable, Sendable {
  static var kind: HomeKind { get }
  /// The tables that the rows are of.
  static var tables: [String] { get }
  /// A query of all rows, in the order of the lines.
  static var rows: String { get }
  /// Returns the line of a row without a line break, or nil if the row is damaged.
  static func line(of row: Row) throws -> [UInt8]?
  /// Whether the line of a row has only a part of what the row had.
  static func isPartlyDamaged(_ row: Row) -> Bool
  /// Inserts the row. Throws ``HomeProblem`` if the program wouldn't have written it.
  func insert(into home: inout RestoredHome, in db: Database) throws
}

extension HomeRecord {
  static func isPartlyDamaged(_ row: Row) -> Bool { false }
}

/// A row whose line is its encoding.
protocol EncodedHomeRecord: HomeRecord, Encodable {
  init(_ row: Row) throws
}

extension EncodedHomeRecord {
  static func line(of row: Row) throws -> [UInt8]? {
    [UInt8](
      try StoredJSON.data(of: HomeLine(kind: kind.rawValue, content: try Self(row))))
  }
}

/// The reason why a line can't be restored. The message continues "line 7: ".
struct HomeProblem: Error, Hashable, Sendable {
  let message: String

  static var invalid: HomeProblem { HomeProblem(message: localized("it isn't valid JSON")) }
  static var tooLong: HomeProblem {
    HomeProblem(message: localized("it has more than \(LineFile.lineLimit >> 20) MB"))
  }
  static var duplicate: HomeProblem { HomeProblem(message: localized("it's in the file twice")) }

  static func unknownKind(_ kind: String) -> HomeProblem {
    let excerpt = PlainText.folded(kind, limit: 40) ?? ""
    return HomeProblem(message: localized("its kind is unknown: \(excerpt)"))
  }

  static func wrong(_ key: String) -> HomeProblem {
    HomeProblem(message: localized("its \(key) isn't valid"))
  }

  static func missing(_ key: String) -> HomeProblem {
    HomeProblem(message: localized("it has no \(key)"))
  }

  static func tooLong(_ key: String) -> HomeProblem {
    HomeProblem(message: localized("its \(key) is too long"))
  }

  static func noWebAddress(_ address: String) -> HomeProblem {
    let excerpt = PlainText.folded(address.withoutLogins, limit: 80) ?? ""
    return HomeProblem(message: localized("not an http or https address: \(excerpt)"))
  }

  static func noLink(_ id: SavedLink.ID) -> HomeProblem {
    HomeProblem(message: localized("no line before it has the link \(id)"))
  }

  /// The problem that an error of decoding means.
  init(_ error: DecodingError) {
    func key(_ context: DecodingError.Context) -> String? {
      context.codingPath.first?.stringValue
    }
    self =
      switch error {
      case .keyNotFound(let missing, let context):
        key(context).map(Self.wrong) ?? .missing(missing.stringValue)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        key(context).map(Self.wrong) ?? .invalid
      @unknown default: .invalid
      }
  }

  init(message: String) { self.message = message }
}

/// What was restored so far.
struct RestoredHome {
  /// The ids of the links.
  var links: Set<SavedLink.ID> = []
  /// The ids of the wheels, by their names.
  var wheels: [String: Int64] = [:]
  /// The bytes of each link's pictures.
  var pictureSizes: [SavedLink.ID: Int] = [:]

  func check(_ link: SavedLink.ID) throws(HomeProblem) {
    guard links.contains(link) else { throw .noLink(link) }
  }
}

/// Checks and cleans what a line has, because a file may come from anywhere. Longer texts than the
/// program stores are refused.
enum HomeValue {
  /// - Parameter limit: the maximum length of the text in scalars.
  static func line(
    _ text: String?, _ key: String, limit: Int = PlainText.limit
  ) throws(HomeProblem) -> String? {
    guard let text else { return nil }
    try check(text, key, limit: limit)
    return PlainText.folded(text, limit: limit)
  }

  static func required(
    _ text: String, _ key: String, limit: Int = PlainText.limit
  ) throws(HomeProblem) -> String {
    guard let line = try line(text, key, limit: limit) else { throw .wrong(key) }
    return line
  }

  static func lines(_ text: String?, _ key: String, limit: Int) throws(HomeProblem) -> String? {
    guard let text else { return nil }
    try check(text, key, limit: limit)
    return PlainText.foldedLines(text, limit: limit)
  }

  private static func check(_ text: String, _ key: String, limit: Int) throws(HomeProblem) {
    // A text that was cut ends in an ellipsis.
    if text.utf8.count > limit, text.unicodeScalars.count > limit + 1 { throw .tooLong(key) }
  }

  static func names(
    _ names: [String], _ key: String, countLimit: Int
  ) throws(HomeProblem) -> [String] {
    guard names.count <= countLimit else { throw .tooLong(key) }
    var kept: [String] = []
    for name in names {
      if let name = try line(name, key, limit: TextLimit.tag) { kept.append(name) }
    }
    return kept
  }

  static func address(_ text: String) throws(HomeProblem) -> WebAddress {
    guard text.utf8.count <= addressLimit else { throw .tooLong("address") }
    guard let address = WebAddress(text) else { throw .noWebAddress(text) }
    return address
  }

  /// The maximum length in bytes, as in bookmark files.
  private static let addressLimit = 65_536
}
