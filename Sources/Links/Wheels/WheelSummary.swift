public import Foundation

/// Identifies a wheel while the program runs.
public struct WheelID: Hashable, Sendable {
  /// The location of a wheel.
  package enum Storage: Hashable, Sendable {
    /// In the user's file.
    case kept
    /// In memory, until the program ends.
    case session
  }

  package let storage: Storage
  package let row: Int64

  package init(storage: Storage, row: Int64) {
    self.storage = storage
    self.row = row
  }

  /// Whether the wheel still exists after the program's next start.
  public var isKept: Bool { storage == .kept }
}

/// A wheel without its links.
public struct WheelSummary: Hashable, Sendable {
  /// Identifies the wheel while the program runs.
  public let id: WheelID
  /// The name to show.
  public var name: String
  /// Whether the wheel came with the program.
  public var isBuiltIn: Bool
  /// The number of links that can come up.
  public var count: Int
  /// The number of links that haven't come up since the wheel started over.
  public var unseenCount: Int
  /// The number of links that the user has excluded for good.
  public var neverCount: Int
  /// The number of times that the wheel has started over. See
  /// ``WheelStore/startOver(_:after:narrowedTo:)``.
  public var round: Int
  /// When the links were last read from the sources.
  public var updatedAt: Date
  /// The sources of the links.
  public var sources: [WheelOrigin]
  /// The most frequent topics of the links.
  public var topics: [String]

  /// Creates a summary with an id from the store.
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
  /// Creates an id for values that don't come from a store, such as samples.
  package init(sample row: Int64, isKept: Bool = true) {
    self.init(storage: isKept ? .kept : .session, row: row)
  }
}

/// A source of a wheel: a file, a folder or an address, with the outcome of the last attempt to
/// read it.
public struct WheelOrigin: Hashable, Sendable, Codable {
  /// An address, an absolute path, or `-` for standard input.
  public var location: String
  /// The encoded validators of the server's last response, for the next request.
  public var validators: Data?
  /// When the source was last read successfully.
  public var readAt: Date?
  /// The reason why the last attempt failed, as a message for people, or nil if it succeeded.
  public var failure: String?

  /// Creates a source that hasn't been read yet, unless there's a date.
  public init(
    location: String, validators: Data? = nil, readAt: Date? = nil, failure: String? = nil
  ) {
    self.location = location
    self.validators = validators
    self.readAt = readAt
    self.failure = failure
  }
}
