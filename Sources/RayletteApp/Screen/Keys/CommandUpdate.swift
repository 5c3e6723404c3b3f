import Links
import Localization
import TerminalGrid

/// Runs commands, and says why one does nothing.
extension AppState {
  /// Runs a command. If it has no effect, reports the reason.
  /// - Parameter isCursorDisplaced: whether the link that was at the cursor has left the list since
  ///   the last key.
  mutating func perform(_ command: Command, isCursorDisplaced: Bool = false) {
    guard command.isPossible(self) else {
      notice = .information(obstacle(to: command))
      return
    }
    if isCursorDisplaced, Focus(of: self) == .saved, saved.selectedIDs.isEmpty,
      command.target.isAtCursor
    {
      notice = .information(
        localized("The selected link left the list. Press the key again for this one."))
      return
    }
    noteUse(of: command)
    let before = self
    command.run(&self)
    guard effects == before.effects, notice == nil else { return }
    if self == before {
      notice = .information(obstacle(to: command))
    } else if command.traits.contains(.mayStayUnseen), VisibleView(self) == VisibleView(before) {
      notice = .information(localized("Done, but nothing on this screen looks different."))
    }
  }

  /// Runs a command without reporting anything, if it's possible.
  mutating func run(_ name: String) {
    surroundings.keyMap.command(name, in: self)?.run(&self)
  }

  /// Whether a command has an effect now, which may be a notice with the reason why it isn't
  /// possible.
  func hasEffect(_ command: Command) -> Bool {
    // Trying a command out with many selected links takes long.
    if command.target == .links, Focus(of: self) == .saved { return saved.hasTargets }
    var (before, after) = (self, self)
    before.notice = nil
    after.notice = nil
    command.run(&after)
    return after != before
  }

  /// Returns why the command of matching keys does nothing. Nil for keys without a command.
  func obstacleNotice(where matches: (KeyChord) -> Bool) -> Notice? {
    surroundings.keyMap.command(where: matches, in: self).map { .information(obstacle(to: $0)) }
  }

  private func obstacle(to command: Command) -> String { command.obstacle(self) ?? obstacle }

  /// Why there's nothing to act on, whatever the command.
  private var obstacle: String {
    switch Focus(of: self) {
    case .reader: return reader.obstacle(surroundings.keyMap)
    case .sharing: return modals.sheet?.obstacle(surroundings.keyMap) ?? ScreenTexts.nothingToChange
    case .spin, .saved, .sidebar, .details, .sync, .help, .address, .question, .chooser, .palette:
      return tab == .spin ? obstacleOnSpin : obstacleOnSaved
    }
  }

  private var obstacleOnSpin: String {
    guard let card = spin.card else {
      let key = surroundings.keyMap.label(of: "spin.next", in: self)
      return localized("There's no card yet; \(key) spins the wheel.")
    }
    return card.isLoading ? ScreenTexts.stillLoading : ScreenTexts.nothingToChange
  }

  private var obstacleOnSaved: String {
    guard saved.isListing else {
      // The screen shows the advice in place of the list.
      let headline = emptyListMessage.headline
      return headline.isEmpty ? localized("The list is still loading.") : headline
    }
    if saved.query.isTrash {
      let key = surroundings.keyMap.label(of: "saved.trash", in: self)
      return localized("That's for saved links; \(key) leaves the trash.")
    }
    return saved.hasTargets ? ScreenTexts.nothingToChange : localized("The link is being removed.")
  }

  /// Remembers that a command with a tip was used.
  private mutating func noteUse(of command: Command) {
    guard input.startCount <= Tip.startLimit, Tip.exists(for: command.name) else { return }
    input.usedCommands.insert(command.name)
  }
}

/// What the commands for the view change on screen: the places of its parts, and how they're shown.
private struct VisibleView: Equatable {
  private var places: [GridRect?] = []
  private var numbers: [Int] = []

  init(_ state: AppState) {
    let surroundings = state.surroundings
    // A screen reader says nothing of these.
    if surroundings.appearance.isAccessible { return }
    if let page = state.reader.page {
      places = [state.reader.screenLayout(in: surroundings).column]
      let lines = state.reader.linesOnScreen(in: surroundings)
      guard let layout = page.layout else { return }
      let pictures = layout.pictures.count { lines.overlaps($0.line..<$0.line + $0.rows) }
      numbers = [pictures, min(page.sideways, layout.overhang(in: lines))]
    } else if state.tab == .spin {
      places = [
        state.spin.card.flatMap {
          SpinLayout($0, body: surroundings.body, state: state).card.layout.picture
        }
      ]
    } else {
      let layout = SavedLayout(state.saved.view, in: surroundings)
      let card = layout.card.flatMap { room in
        state.saved.linkAtCursor.map { SavedCardLayout($0, in: room, of: state).card }
      }
      places = [layout.isListVisible ? layout.list : nil, layout.card, card?.layout.picture]
      numbers = layout.isListVisible ? [layout.rowHeight] : []
    }
  }
}
