public import Foundation

/// Identifies a wheel while the program runs.
public struct WheelID: Hashable, Sendable {
  /// Where a wheel is.
  package enum Place: Hashable, Sendable {
    /// In the user's file.
    case kept
    /// In memory, until the program ends.
    case session
  }

  package let place: Place
  package let row: Int64

  package init(place: Place, row: Int64) {
    self.place = place
    self.row = row
  }

  /// Whether the wheel is there at the next start.
  public var isKept: Bool { place == .kept }
}

/// A wheel without its links.
public struct WheelSummary: Hashable, Sendable {
  public let id: WheelID
  public var name: String
  /// Whether it came with the program.
  public var isBuiltIn: Bool
  /// Links that can come up.
  public var count: Int
  /// Links that haven't come up since it started over.
  public var unseenCount: Int
  /// Links that never come up again, because the user said so.
  public var neverCount: Int
  /// How often it started over. See ``WheelStore/startOver(_:after:narrowedTo:)``.
  public var round: Int
  /// When its links were last read from its sources.
  public var updatedAt: Date
  /// Where its links come from.
  public var sources: [WheelOrigin]
  /// The most frequent topics of its links.
  public var topics: [String]

  public init(
    id: WheelID, name: String, isBuiltIn: Bool = false, count: Int, unseenCount: Int,
    neverCount: Int = 0, round: Int = 0, updatedAt: Date = Date(timeIntervalSince1970: 0),
    sources: [WheelOrigin] = [], topics: [String] = []
  ) {
    self.id = id
    self.name = name
    self.isBuiltIn = isBuiltIn
    self.count = count
    self.unseenCount = unseenCount
    self.neverCount = neverCount
    self.round = round
    self.updatedAt = updatedAt
    self.sources = sources
    self.topics = topics
  }
}

extension WheelID {
  /// An id for values that aren't from a store, such as samples.
  package init(sample row: Int64, isKept: Bool = true) {
    self.init(place: isKept ? .kept : .session, row: row)
  }
}

/// A source of a wheel: a file, a folder or an address, and what its last answer was.
public struct WheelOrigin: Hashable, Sendable, Codable {
  /// An address, an absolute path, or `-` for standard input.
  public var location: String
  /// What a server said about the version of its answer, encoded, for the next request.
  public var validators: Data?
  /// When it was last asked successfully.
  public var readAt: Date?
  /// Why the last attempt failed, in one sentence, or nil if it didn't.
  public var failure: String?

  public init(
    location: String, validators: Data? = nil, readAt: Date? = nil, failure: String? = nil
  ) {
    self.location = location
    self.validators = validators
    self.readAt = readAt
    self.failure = failure
  }
}
