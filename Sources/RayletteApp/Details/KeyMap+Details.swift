/// The keys of the details of a link.
extension KeyMap {
  static let details: [KeyBinding] =
    [
      KeyBinding(
        "link.details", [.character("i")], in: Focus.tabs, hint: "details",
        "all details of this link", section: .share, .detailsPressed
      ) { $0.detailsSubject != nil },
      KeyBinding("link.details", [.character("i")], in: [.reader], "", .detailsPressed),
      KeyBinding(
        "details.reload", [.character("r")], in: [.details], hint: "reload",
        "load the page again", .detailsReloadPressed
      ) { $0.detailsRequest.subject == nil },
      KeyBinding(
        "view.close", [.escape, .character("i"), .character("q"), .enter], in: [.details],
        hint: "back", "close the details", .detailsClosed),
    ]
    + Movement.allCases.map { movement in
      KeyBinding(
        movement.command, movement.keysInText, in: [.details],
        hint: movement.hint, movement.helpInText, .detailsMoved(movement)
      ) { state in
        // Only the footer needs to know whether there's more. Finding out lays out all lines.
        guard let details = state.details, movement.hint != nil else { return true }
        return movement == .up
          ? details.scroll > 0 : details.scroll < DetailsLayout(details, in: state).scrollLimit
      }
    }
}
