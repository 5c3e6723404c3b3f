import Localization
import TerminalGrid

/// The commands that share links, which are the same on both tabs, and those of the share sheet.
extension Command {
  static var share: [Command] {
    [
      Command(
        "link.share", [.character("S")], in: Focus.tabs, hint: localized("share", context: "key"),
        localized("share the link"), section: .share, on: .links, traits: [.asks], when: canShare,
        run: { $0.share() }),
      Command(
        "link.copy", [.character("y")], in: Focus.tabs, hint: localized("copy", context: "key"),
        VerbText.copy, section: .share, on: .links, when: canShare, run: { $0.copyAddress() }),
      Command(
        "link.address", [.character("O")], in: Focus.tabs.union([.reader]),
        localized("show the whole address"), section: .share,
        when: { $0.addressOnScreen != nil },
        run: {
          if let address = $0.addressOnScreen { $0.modals.open(.address(address)) }
        }),
      Command(
        "view.close", [.escape, .character("O"), .character("q"), .enter], in: [.address],
        hint: localized("back", context: "key"), localized("close this view"), run: closeModal),
    ] + sheet
  }

  private static var sheet: [Command] {
    [
      Command(
        "share.choose", [.enter, .space], in: [.sharing], hint: localized("choose", context: "key"),
        localized("choose this way"), when: isChoosing,
        run: { $0.updateModal(\.sheet) { $0.choose(at: $0.selection, in: &$1) } }),
      Command(
        "move.down", Movement.down.keys + [.tab], in: [.sharing],
        hint: localized("down", context: "key"), localized("next way"), traits: [.moves],
        when: {
          isChoosing($0) && $0.modals.sheet.map { $0.selection < $0.activities.count - 1 } == true
        }, else: { leadsNowhere(.down, in: $0) },
        run: { $0.modals.sheet?.move(by: 1) }),
      Command(
        "move.up", Movement.up.keys + [.backTab], in: [.sharing],
        hint: localized("up", context: "key"), localized("previous way"), traits: [.moves],
        when: { isChoosing($0) && $0.modals.sheet.map { $0.selection > 0 } == true },
        else: { leadsNowhere(.up, in: $0) },
        run: { $0.modals.sheet?.move(by: -1) }),
      Command(
        "view.close", [.escape, .character("q"), .character("S")], in: [.sharing],
        hint: localized("close", context: "key"), localized("close the share sheet"),
        when: isChoosing, run: closeModal),
      Command(
        "share.cancel", [.escape, .character("q")], in: [.sharing],
        hint: localized("cancel", context: "key"), localized("cancel"),
        when: { !isChoosing($0) }, run: { $0.updateModal(\.sheet) { $0.cancel(in: &$1) } }),
    ]
      + ShareActivity.standard.compactMap { activity in
        activity.description.key.map { key in
          share(activity.command, key: key, activity.description.name)
        }
      }
      + ShareSheet.commandKeys.map {
        share(ShareSheet.command(forKey: $0), key: $0, localized("your command \($0)"))
      }
  }

  /// Returns the command of a way to share.
  private static func share(_ command: String, key: Character, _ help: String) -> Command {
    Command(
      command, [.character(key)], in: [.sharing], help,
      when: { isChoosing($0) && $0.modals.sheet?.index(ofKey: key) != nil },
      run: {
        $0.updateModal(\.sheet) { sheet, context in
          if let index = sheet.index(ofKey: key) { sheet.choose(at: index, in: &context) }
        }
      })
  }

  private static let canShare: Condition = {
    $0.tab == .spin ? $0.spin.card != nil : $0.saved.hasTargets
  }

  private static let isChoosing: Condition = {
    $0.modals.sheet?.phase == .choosing
  }

  private static func leadsNowhere(_ movement: Movement, in state: AppState) -> String? {
    isChoosing(state) ? movement.obstacle(in: .shareActivities) : nil
  }
}

extension AppState {
  fileprivate mutating func share() {
    guard let subject = shareSubject else { return }
    modals.open(.share(ShareSheet(subject, capabilities: surroundings.shareCapabilities)))
  }

  fileprivate mutating func copyAddress() {
    guard let subject = shareSubject else { return }
    return run(.share(nextRequest(), .copy(.address), subject.source))
  }
}

extension ShareSheet {
  /// The keys of the user's own commands.
  static let commandKeys = "123456789"

  fileprivate static func command(forKey key: Character) -> String { "share.command-\(key)" }

  /// Returns the name of the command for an activity.
  func command(for activity: ShareActivity) -> String? {
    guard case .command = activity else { return activity.command }
    return key(of: activity).map(Self.command)
  }

  fileprivate func index(ofKey key: Character) -> Int? {
    activities.firstIndex { self.key(of: $0) == key }
  }

  /// Why a way to share can't be chosen.
  func obstacle(_ keyMap: KeyMap) -> String {
    phase == .choosing
      ? localized("That way isn't offered here.")
      : keyMap.advice(by: "share.cancel") { localized("Sharing is under way; \($0) cancels it.") }
        ?? localized("Sharing is under way.")
  }
}
