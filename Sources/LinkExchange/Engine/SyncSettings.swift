/// The settings of the exchange with other devices.
package struct SyncSettings: Equatable, Sendable {
  /// Whether changes are exchanged without being asked.
  package var isAutomatic: Bool
  /// The time between two exchanges without changes.
  package var interval: Duration
  /// Whether wheels are exchanged too, and what was seen of them.
  package var hasWheels: Bool
  /// The keys that logs are encrypted with; nil if they aren't.
  package var keys: AgeProgram.Keys?

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
