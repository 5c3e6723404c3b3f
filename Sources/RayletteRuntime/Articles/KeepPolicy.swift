/// What's kept of the pages of saved links.
package enum KeepPolicy: String, Hashable, Sendable, CaseIterable {
  /// The text, to be read and found without a network.
  case text
  case off
  /// The text and its pictures.
  case pictures
}
