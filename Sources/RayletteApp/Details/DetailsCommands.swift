import Localization
import TerminalGrid

/// The commands that show the details of a link, and those inside them.
extension Command {
  static var details: [Command] {
    [
      Command(
        "link.details", [.character("i")], in: Focus.tabs,
        hint: localized("details", context: "key"), localized("show all details of this link"),
        section: .view, when: { $0.detailsSubject != nil }, run: showDetails),
      Command("link.details", [.character("i")], in: [.reader], run: showDetails),
      Command(
        "details.reload", [.character("r")], in: [.details],
        hint: localized("reload", context: "key"), VerbText.loadAgain,
        when: { $0.modals.details?.reloadRequest.subject == nil },
        else: { _ in ScreenTexts.stillLoading },
        run: { $0.updateModal(\.details) { $0.reload(in: &$1) } }),
      Command(
        "details.problems", [.character("P")], in: [.details],
        hint: localized("problems", context: "key"),
        localized("what the publisher could do better"),
        when: { $0.modals.details?.problems.isEmpty == false },
        else: {
          $0.modals.details?.findings == .awaited
            ? ScreenTexts.stillLoading : localized("No problems are known.")
        },
        run: { $0.modals.details?.toggleProblems(in: $0.surroundings) }),
      Command(
        "details.undo", [.character("u")], in: [.details], hint: localized("undo", context: "key"),
        localized("undo one of the changes listed"),
        when: { $0.modals.details?.history.isEmpty == false },
        else: { _ in localized("No changes of this link are known.") },
        run: { $0.updateModal(\.details) { $0.chooseChange(in: &$1) } }),
      Command(
        "view.close", [.escape, .character("i"), .character("q"), .enter], in: [.details],
        hint: localized("back", context: "key"), localized("close the details"), run: closeModal),
    ]
      + scrolling(in: .details) { $0.modals.details?.scroll = $1 }
  }

  private static let showDetails: Run = {
    if let link = $0.detailsSubject { $0.modals.open(.details(link)) }
  }
}
