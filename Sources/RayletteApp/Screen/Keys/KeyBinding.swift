/// The action of a key, when it's available, and its texts for the footer and the help. It's one
/// value, so that they can't contradict each other.
struct KeyBinding: Sendable {
  var keys: [Key]
  /// The keys as shown on screen.
  var label: String
  /// One word for the footer, or nil for obvious keys.
  var hint: String?
  /// What the key does, for the help.
  var help: String
  /// The key's heading in the help, or nil for keys that their own screen explains.
  var section: Section?
  var action: Action
  var isAvailable: @Sendable (AppState) -> Bool

  /// The headings of the help.
  enum Section: String, CaseIterable, Sendable {
    case spin = "Spin"
    case saved = "Saved"
    case share = "Share"
    case everywhere = "Everywhere"
    case help = "Help"
  }
}
