package import LinkStore

/// The settings of the exchange with other devices.
package struct SyncSettings: Sendable {
  /// Whether changes are exchanged in the background, without a command.
  package var isAutomatic: Bool
  /// The time between two exchanges while nothing changes.
  package var interval: Duration
  /// Whether wheels and their facts are exchanged too.
  package var hasWheels: Bool
  /// The keys for encrypted logs; nil if the user has named none.
  package var keys: AgeProgram.Keys?
  /// Reads what this device's config file says and other devices get, anew for each exchange, because
  /// a program may have read it days ago. Nil if the file isn't there or has an error.
  package var shared: @Sendable () async -> SharedSettings? = { nil }

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

extension SyncSettings: Equatable {
  package static func == (first: Self, second: Self) -> Bool {
    first.isAutomatic == second.isAutomatic && first.interval == second.interval
      && first.hasWheels == second.hasWheels && first.keys == second.keys
  }
}
