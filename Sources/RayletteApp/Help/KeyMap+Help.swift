extension KeyMap {
  static let help: [KeyBinding] = [
    KeyBinding(
      keys: [.escape, .character("?"), .character("q"), .enter], label: "esc", hint: "close help",
      help: "close (also ? and q)", section: .help, action: .helpClosed,
      isAvailable: onHelp),
    KeyBinding(
      keys: [.character("j"), .down, .space, .pageDown], label: "j", hint: "down",
      help: "scroll down (also Down, space)", section: .help, action: .helpScrolled(by: 1),
      isAvailable: { onHelp($0) && ($0.helpScroll ?? 0) < HelpLayout($0).scrollLimit }),
    KeyBinding(
      keys: [.character("k"), .up, .pageUp], label: "k", hint: "up", help: "scroll up (also Up)",
      section: .help, action: .helpScrolled(by: -1),
      isAvailable: { onHelp($0) && ($0.helpScroll ?? 0) > 0 }),
  ]
}
