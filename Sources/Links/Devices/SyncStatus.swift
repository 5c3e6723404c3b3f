package import Foundation

/// The state of the exchange of links with other devices.
package struct SyncStatus: Equatable, Sendable {
  package struct Device: Hashable, Sendable {
    package var name: String
    package var lastChange: Date?

    package init(name: String, lastChange: Date?) {
      self.name = name
      self.lastChange = lastChange
    }
  }

  /// The remote in the form for people.
  package var remote: String
  /// The name of this device.
  package var device: String
  /// The other devices.
  package var devices: [Device]
  /// The number of changes that the other devices don't have yet.
  package var waitingCount: Int
  package var syncedAt: Date?
  /// The reason why the last attempt failed; nil if it succeeded.
  package var failure: String?
  package var failedAt: Date?
  package var isExchanging = false
  /// Whether exchanges wait for the user, because the connection is metered.
  package var isHeld = false

  package init(
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
