import Localization

/// The keys of the details of a link.
extension KeyMap {
  static var details: [KeyBinding] {
    [
      KeyBinding(
        "link.details", [.character("i")], in: Focus.tabs,
        hint: localized("details", context: "key"),
        localized("show all details of this link"), section: .view, .screen(.detailsPressed)
      ) { OnScreen($0).detailsSubject != nil },
      KeyBinding("link.details", [.character("i")], in: [.reader], "", .screen(.detailsPressed)),
      KeyBinding(
        "details.reload", [.character("r")], in: [.details],
        hint: localized("reload", context: "key"),
        VerbText.loadAgain, .details(.reloadPressed)
      ) { $0.modals.details?.reloadRequest.subject == nil },
      KeyBinding(
        "details.problems", [.character("P")], in: [.details],
        hint: localized("problems", context: "key"),
        localized("what the publisher could do better"), .details(.problemsPressed)
      ) { $0.modals.details?.problems.isEmpty == false },
      KeyBinding(
        "details.undo", [.character("u")], in: [.details], hint: localized("undo", context: "key"),
        localized("undo one of the changes listed"), .details(.undoPressed)
      ) { $0.modals.details?.history.isEmpty == false },
      KeyBinding(
        "view.close", [.escape, .character("i"), .character("q"), .enter], in: [.details],
        hint: localized("back", context: "key"), localized("close the details"),
        .screen(.modalClosed)),
    ]
      + Movement.allCases.map { movement in
        KeyBinding(
          movement.command, movement.keysInText, menu: movement.menu, in: [.details],
          hint: movement.hint, movement.helpInText, .details(.moved(movement))
        ) { state in
          // Only the footer needs to know whether there are more lines. Finding out lays out all
          // lines.
          guard let details = state.modals.details, movement.hint != nil else { return true }
          if movement == .up { return details.scroll > 0 }
          return details.scroll < DetailsLayout(details, in: state.surroundings).scrollLimit
        }
      }
  }
}

extension LinkDetails {
  /// Why the preview problems can't be listed.
  var obstacleToProblems: String {
    switch findings {
    case .awaited: Obstacle.stillLoading
    case .found, .failed: localized("No problems are known.")
    }
  }
}
