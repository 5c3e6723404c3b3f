/// The keys of the exchange with other devices.
extension KeyMap {
  static let sync: [KeyBinding] = [
    KeyBinding(
      "sync.show", [.character("Y")], in: Focus.tabs, hint: nil,
      "how the exchange with your other devices stands", section: .everywhere, .syncPressed
    ) { $0.sync != nil },
    KeyBinding(
      "sync.now", [.character("r"), .enter], in: [.sync], hint: "sync now",
      "exchange changes now", .syncNowPressed
    ) { $0.sync?.isExchanging == false },
    KeyBinding(
      "view.close", [.escape, .character("Y"), .character("q")], in: [.sync], hint: "back",
      "close the view", .syncClosed),
  ]
}
