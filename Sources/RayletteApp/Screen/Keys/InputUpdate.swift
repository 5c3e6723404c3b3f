import Localization
import TerminalGrid

/// The keys that wait for a command, and the commands that were run recently.
package struct InputState: Equatable, Sendable {
  /// The first key of a chord, until the second one comes.
  var pendingKey: Key?
  /// Keys typed for a screen that hasn't arrived yet.
  var typeAhead = TypeAhead()
  /// The commands that were run from the palette.
  var recentCommands = RecentTexts(limit: 20)
  /// Whether the first starts show tips, how many starts there were, and the commands with a tip
  /// that were used.
  package var showsTips = true
  var startCount = 0
  /// The tip of this start, until the first key.
  var tip: String?
  var usedCommands: Set<String> = []
  // In accessible mode: the last notice that a key removed, how often a key may have caused another
  // one, and how often the last one was said again.
  var lastReport: Notice?
  var spokenReports = 0
  var repeats = 0
}

extension AppState {
  /// Handles input now or, if it's meant for a screen that hasn't arrived, later.
  mutating func handleInput(_ action: Action) {
    var action = action
    if case .mouse(.pressed(let x, let y, _)) = action,
      let command = ClickTarget(in: self).command(atX: x, y: y)
    {
      action = command
    }
    if input.typeAhead.isNoticeShown, action.isStop { return stopWaiting() }
    if modals.top?.filtersList == true, action.isTyping,
      input.typeAhead.actions.allSatisfy(\.isMovement)
    {
      // Pending moves through the previous list no longer mean anything.
      input.typeAhead.removeAll()
    }
    let awaited = AwaitedResults(in: self).result(for: action)
    guard awaited == nil, input.typeAhead.isEmpty else {
      guard let waiting = action.queued(in: self) else { return }
      input.typeAhead.append(waiting)
      if let awaited { effects += input.typeAhead.remind(of: awaited) }
      return
    }
    return perform(action)
  }

  /// Performs pending actions, up to the first that still has to wait.
  mutating func catchUp() {
    while let action = input.typeAhead.first, exitCode == nil {
      if let awaited = AwaitedResults(in: self).result(for: action) {
        effects += input.typeAhead.remind(of: awaited)
        return
      }
      input.typeAhead.removeFirst()
      perform(action)
    }
  }

  private mutating func perform(_ action: Action) {
    let isDisplaced = saved.isCursorDisplaced
    saved.isCursorDisplaced = false
    if surroundings.appearance.isAccessible {
      input.lastReport = notice ?? input.lastReport
      input.spokenReports += 1
    }
    notice = nil
    input.tip = nil
    let first = input.pendingKey
    input.pendingKey = nil
    switch action {
    case .keyPressed(let key): return press(key, after: first, isCursorDisplaced: isDisplaced)
    case .pasted(let text): return update(\.modals) { $0.paste(text, in: &$1) }
    case .mouse(.pressed(let x, let y, _)) where completion(atX: x, y: y) != nil:
      let index = completion(atX: x, y: y) ?? 0
      let completions = completions
      return update(\.modals) { $0.choose(index, of: completions, in: &$1) }
    case .mouse(let event):
      let below = ClickTarget(in: self).action(for: event)
      return update(\.modals) { $0.handle(event, below: below, in: &$1) }
    case .command(let name):
      let keyMap = surroundings.keyMap
      // A click beside the sidebar is for a command of the list.
      let command = keyMap.command(name, in: self) ?? keyMap.commands.first { $0.name == name }
      if let command { perform(command, isCursorDisplaced: isDisplaced) }
    // A click on a row that waited.
    case .tabClicked, .spin, .wheel, .saved, .changes, .reader, .chooser, .share, .details, .sync,
      .program:
      return respond(to: action)
    }
  }

  /// Types a key, or performs its command.
  private mutating func press(_ key: Key, after first: Key?, isCursorDisplaced: Bool) {
    // In lists that are narrowed by typing, commands come before text.
    if Focus(of: self).takesText,
      let command = surroundings.keyMap.command(for: key.asciiFolded, in: self)
    {
      return perform(command)
    }
    let completions = key == .tab || key == .backTab ? completions : []
    let history = saved.filterHistory.texts
    var typing = Typing.passed
    update(\.modals) {
      typing = $0.type(key, completions: completions, history: history, in: &$1)
    }
    switch typing {
    case .used: return
    case .meaningless:
      notice = obstacleNotice { $0.first == key }
      return
    case .passed: break
    }
    let key = key.asciiFolded
    if first == nil, Focus(of: self) == .saved, saved.typeCount(key, in: surroundings) { return }
    // Only a movement uses the count.
    defer { if input.pendingKey == nil { saved.count = nil } }
    guard let command = surroundings.keyMap.command(for: key, after: first, in: self) else {
      return continueChord(first, key)
    }
    return perform(command, isCursorDisplaced: isCursorDisplaced)
  }

  /// Returns the index of the completion at a point of the screen.
  private func completion(atX x: Int, y: Int) -> Int? {
    ChooserLayout(completionsIn: self)?.entry(atX: x, y: y)
  }

  /// Counts the start, and shows a tip at the first ones.
  mutating func beginTips() {
    input.startCount = min(input.startCount, Tip.startLimit) + 1
    guard input.showsTips, !surroundings.appearance.isAccessible else { return }
    input.tip = Tip.text(atStart: input.startCount, used: input.usedCommands, surroundings.keyMap)
  }

  /// Waits for the second key of a chord, or reports that no command has these keys.
  private mutating func continueChord(_ first: Key?, _ key: Key) {
    if let first {
      if key == .escape || key == .control("g") { return }
      let chord = KeyChord(first, key)
      notice =
        obstacleNotice { $0 == chord }
        ?? .information(localized("\(chord.label) does nothing here."))
    } else if surroundings.keyMap.begins(key, in: self) {
      // The second key belongs to the chord even if none of its commands is possible now.
      input.pendingKey = key
    } else {
      notice = obstacleNotice { $0.first == key }
    }
  }

  /// Stops waiting, and drops the keys typed meanwhile.
  private mutating func stopWaiting() {
    input.typeAhead.removeAll()
    notice = .information(localized("Stopped waiting; the keys typed meanwhile have no effect."))
    effects += spin.stopWaiting() + (modals.chooser?.request.cancel() ?? [])
    update(\.saved) { $0.stopWaiting(in: &$1) }
  }
}

extension Action {
  /// Whether the key stops waiting.
  fileprivate var isStop: Bool {
    self == .keyPressed(.escape) || self == .keyPressed(.control("g"))
  }

  /// Whether the key changes the text of a prompt.
  fileprivate var isTyping: Bool {
    if case .pasted = self { return true }
    guard case .keyPressed(let key) = self else { return false }
    return ![.enter, .tab, .backTab].contains(key) && !isMovement
  }

  /// Returns the action to queue. A click on a row becomes a click on the link that the user saw
  /// there.
  fileprivate func queued(in state: AppState) -> Action? {
    guard case .mouse(.pressed(let x, let y, let count)) = self,
      state.modals.isEmpty || state.modals.top?.layer == .line
    else { return self }
    return ClickTarget(in: state).waitingAction(atX: x, y: y, count: count)
  }
}
