import Localization

/// The keys of the exchange with other devices.
extension KeyMap {
  static var syncMovements: [KeyBinding] {
    Movement.allCases.map { movement in
      KeyBinding(
        movement.command, movement.keysInText, menu: movement.menu, in: [.sync],
        movement.helpInText,
        .sync(.moved(movement)))
    }
  }

  static var sync: [KeyBinding] {
    [
      KeyBinding(
        "sync.show", [], menu: .go("y", localized("devices")), in: Focus.tabs,
        localized("show the exchange with other devices"), section: .devices, .sync(.openPressed)
      ) { $0.sync.status != nil },
      KeyBinding(
        "sync.now", [.character("r"), .enter], in: [.sync], hint: localized("sync now"),
        localized("exchange changes now"), .sync(.nowPressed)
      ) { $0.sync.status?.isExchanging == false },
      KeyBinding(
        "view.close", [.escape, .character("q")], in: [.sync],
        hint: localized("back", context: "key"),
        localized("close the view"), .screen(.modalClosed)),
    ]
  }
}
