import Localization

/// The keys that open the palette, and the keys inside it. Typed characters filter it, so none of
/// them is a key.
///
/// Ctrl-P opens the palette only on Spin, which has no list. In lists, Ctrl-P moves up, because
/// Ctrl-N moves down.
extension KeyMap {
  static var palette: [KeyBinding] {
    [
      KeyBinding(
        "app.palette", [.character(":"), .control("p"), .alt("x")], in: [.spin],
        hint: localized("all", context: "key"),
        localized("show all commands"), section: .help, .screen(.palettePressed)),
      KeyBinding(
        "app.palette", [.character(":"), .alt("x")], in: [.saved, .reader],
        hint: localized("all", context: "key"), "",
        .screen(.palettePressed)),
      KeyBinding(
        "app.palette", [.character(":"), .alt("x")], in: [.details, .help], "",
        .screen(.palettePressed)),
      KeyBinding(
        "app.palette", [.character(":"), .alt("x")], in: [.sharing], "", .screen(.palettePressed)
      ) { $0.modals.sheet?.phase == .choosing },
      KeyBinding(
        "palette.run", [.enter, .tab], in: [.palette], hint: localized("run", context: "key"),
        localized("run the command"),
        .palette(.confirmed)
      ) { $0.modals.palette?.selected != nil },
      KeyBinding(
        "view.close", [.escape, .control("g")], in: [.palette],
        hint: localized("close", context: "key"),
        localized("close the palette"), .screen(.modalClosed)),
    ]
      + Movement.inChooser.map { movement in
        KeyBinding(
          movement.command, movement.keysBesideText, in: [.palette], movement.helpInText,
          .palette(.moved(movement)))
      }
  }
}
