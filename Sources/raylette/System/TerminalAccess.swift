import CursesTerminal

/// What work apart from the screen needs of the terminal.
struct TerminalAccess: Sendable {
  /// Lets another program have the terminal until the body returns.
  var withTerminalReleased:
    @Sendable (_ body: @Sendable () async -> ChildProcess.Outcome) async ->
      ChildProcess.Outcome
  /// Sends the terminal a control sequence that changes nothing on the screen; false when another
  /// program has it.
  var send: @Sendable (_ sequence: String) async -> Bool

  /// The terminal as a command has it that draws no screen: nothing to take back, nothing to send.
  static let own = TerminalAccess(withTerminalReleased: { await $0() }, send: { _ in false })
}

extension TerminalAccess {
  @MainActor
  init(_ terminal: CursesTerminal) {
    self.init(
      withTerminalReleased: { body in await terminal.withTerminalReleased(body) },
      send: { sequence in await terminal.send(sequence) })
  }
}
