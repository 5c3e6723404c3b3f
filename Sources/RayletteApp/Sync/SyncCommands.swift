import Links
import Localization

/// The commands of the exchange with other devices.
extension Command {
  static var sync: [Command] {
    [
      Command(
        "sync.show", menu: .go("y", localized("devices")), in: Focus.tabs,
        localized("show the exchange with other devices"), section: .devices,
        when: { $0.sync.status != nil },
        else: { _ in localized("Sync isn't set up; raylette sync init does that.") },
        run: {
          $0.sync.scroll = 0
          $0.modals.open(.sync)
        }),
      Command(
        "sync.now", [.character("r"), .enter], in: [.sync], hint: localized("sync now"),
        localized("exchange changes now"), when: { $0.sync.status?.isExchanging == false },
        else: { _ in localized("An exchange is under way.") },
        run: {
          $0.sync.status?.isExchanging = true
          $0.run(.job(.sync))
        }),
      Command(
        "view.close", [.escape, .character("q")], in: [.sync],
        hint: localized("back", context: "key"), localized("close the view"), run: closeModal),
    ]
      + scrolling(in: .sync, hasHints: false) { $0.sync.scroll = $1 }
  }
}
