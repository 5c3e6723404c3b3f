public import Foundation

/// The state of the exchange of links with other devices.
public struct SyncStatus: Equatable, Sendable {
  public struct Device: Hashable, Sendable {
    public var name: String
    public var lastChange: Date?

    public init(name: String, lastChange: Date?) {
      self.name = name
      self.lastChange = lastChange
    }
  }

  /// The remote in the form for people.
  public var remote: String
  /// The name of this device.
  public var device: String
  /// The other devices.
  public var devices: [Device]
  /// The number of changes that the other devices don't have yet.
  public var waitingCount: Int
  public var syncedAt: Date?
  /// The reason why the last attempt failed; nil if it succeeded.
  public var failure: String?
  public var failedAt: Date?
  public var isExchanging = false
  /// Whether exchanges wait for the user, because the connection is metered.
  public var isHeld = false

  public init(
    remote: String, device: String, devices: [Device] = [], waitingCount: Int = 0,
    syncedAt: Date? = nil, failure: String? = nil, failedAt: Date? = nil
  ) {
    self.remote = remote
    self.device = device
    self.devices = devices
    self.waitingCount = waitingCount
    self.syncedAt = syncedAt
    self.failure = failure
    self.failedAt = failedAt
  }
}
