public import Foundation

/// A card that was shown, now or in an earlier session.
public struct Visit: Hashable, Sendable {
  public typealias ID = Int64

  public var id: ID
  /// The address in the wheel.
  public var address: String
  public var title: String?
  /// The name of the wheel that the card came from.
  public var wheel: String
  public var seenAt: Date

  public init(id: ID = 0, address: String, title: String?, wheel: String, seenAt: Date) {
    self.id = id
    self.address = address
    self.title = title
    self.wheel = wheel
    self.seenAt = seenAt
  }
}
