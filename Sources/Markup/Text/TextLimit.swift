/// The maximum lengths of a link's texts, in scalars. They apply wherever texts are typed,
/// imported, stored and exchanged, so that no text is cut on its way.
package enum TextLimit {
  package static let title = 500
  package static let summary = 5_000
  package static let note = 20_000
  package static let tag = 100
}
