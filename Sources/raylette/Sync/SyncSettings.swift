/// What the user has set about the exchange with other devices.
struct SyncSettings: Equatable, Sendable {
  /// Whether changes are exchanged without being asked.
  var isAutomatic = true
  /// The time between two exchanges without changes.
  var interval = Duration.seconds(600)
  /// Whether wheels are exchanged too, and what was seen of them.
  var hasWheels = false
  /// The keys that logs are encrypted with; nil if they aren't.
  var keys: AgeProgram.Keys?
}
