/// The keys of a chooser, for the footer. Typed characters narrow the list.
extension KeyMap {
  static let chooser: [KeyBinding] = [
    binding("enter", hint: "choose", .enter, .chooserConfirmed) { $0.chooser?.selected != nil },
    binding("esc", hint: "close", .escape, .overlayDismissed) { _ in true },
  ]

  private static func binding(
    _ label: String, hint: String, _ key: Key, _ action: Action,
    when isAvailable: @escaping @Sendable (AppState) -> Bool
  ) -> KeyBinding {
    KeyBinding(
      keys: [key], label: label, hint: hint, help: "", section: nil, action: action,
      isAvailable: { $0.chooser != nil && isAvailable($0) })
  }
}
