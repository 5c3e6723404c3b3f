/// The parts of saved links' pages to store.
package enum KeepPolicy: String, Hashable, Sendable, CaseIterable {
  /// The text, for reading and searching without a network.
  case text
  case off
  /// The text and its pictures.
  case pictures
}
