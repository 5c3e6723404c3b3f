package import LinkStore

/// The settings of the exchange with other devices.
package struct SyncSettings: Equatable, Sendable {
  /// Whether changes are exchanged in the background, without a command.
  package var isAutomatic: Bool
  /// The time between two exchanges while nothing changes.
  package var interval: Duration
  /// Whether wheels and their facts are exchanged too.
  package var hasWheels: Bool
  /// The keys for encrypted logs; nil if the user has named none.
  package var keys: AgeProgram.Keys?
  /// What this device's config file says and other devices get; nil if that isn't known.
  package var shared: SharedSettings?

  package init(
    isAutomatic: Bool = true, interval: Duration = .seconds(600), hasWheels: Bool = false,
    keys: AgeProgram.Keys? = nil
  ) {
    self.isAutomatic = isAutomatic
    self.interval = interval
    self.hasWheels = hasWheels
    self.keys = keys
  }
}
