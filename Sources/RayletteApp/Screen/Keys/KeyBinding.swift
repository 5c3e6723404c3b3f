/// What a key does, when it does it, and what the footer and the help say of it: one value, so that
/// none of them can be wrong about another.
struct KeyBinding: Sendable {
  var keys: [Key]
  /// The keys as the screen names them.
  var label: String
  /// One word for the footer; nil for keys that go without saying.
  var hint: String?
  /// What the key does, for the help.
  var help: String
  /// The heading it is under in the help; nil for keys that their screen explains itself.
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
