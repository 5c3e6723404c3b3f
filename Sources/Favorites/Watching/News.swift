package import Foundation
package import Links

/// Something that happened outside of what the user does, and that a front end shows.
package enum News: Equatable, Sendable {
  case timePassed(Date)
  /// Another program, or another device, changed the saved links.
  case linksChanged
  /// Another device has added or changed wheels. They may have no links yet.
  case wheelsChanged
  /// Other devices have these searches.
  case searchesShared([SavedSearch])
  /// The sources of a wheel were read again. The failure is nil if all were read.
  case wheelUpdated(WheelID, name: String, failure: String?)
  /// The state of the exchange with other devices has changed. Nil if there's none any more.
  case exchangeChanged(SyncStatus?)
  /// What the exchange has to say, without a capital letter and a full stop.
  case exchangeReported(String)
  case storeFailed(StoreError)
  case networkChanged(isUp: Bool)
  /// Whether the network connection is metered.
  case meterChanged(isMetered: Bool)

  package typealias Report = @Sendable (News) -> Void
}
