package import Links

/// The wheel in use, the way back to the original one, and the requests for others.
package struct Wheels: Equatable, Sendable {
  var session: SpinSession
  /// The original wheel, while another one is in use.
  var original: WheelState?
  /// The name of the wheel that the user chose, now or in an earlier session. A wheel on the
  /// command line doesn't change it.
  package var chosenName: String?
  /// The request that makes a wheel of saved links.
  var makeRequest = LatestRequest<[SavedLink.ID]>()
  /// The request that counts the links of a narrowing.
  var narrowingRequest = LatestRequest<WheelNarrowing>()

  init(_ wheel: WheelState) { session = SpinSession(wheel) }
}

/// The result of an effect that concerns the wheels.
package enum WheelAction: Equatable, Sendable {
  case made(RequestID, Result<WheelSummary, StoreError>)
  /// The present state of a wheel.
  case read(WheelSummary)
  /// The sources of a wheel were read again. The failure is nil if all were read.
  case updated(WheelID, name: String, failure: String?)
  case narrowingCounted(RequestID, WheelState.Counts?)
}
