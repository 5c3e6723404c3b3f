import CursesTerminal

/// What work apart from the screen needs of the terminal.
struct TerminalAccess: Sendable {
  /// Lets another program have the terminal until the body returns.
  var lend:
    @Sendable (_ body: @Sendable () async -> ChildProcess.Outcome) async ->
      ChildProcess.Outcome

  /// The terminal as a command has it that draws no screen: nothing to take back.
  static let own = TerminalAccess(lend: { await $0() })

  init(
    lend:
      @escaping @Sendable (@Sendable () async -> ChildProcess.Outcome) async ->
      ChildProcess.Outcome
  ) {
    self.lend = lend
  }

  @MainActor
  init(_ terminal: CursesTerminal) {
    lend = { body in await terminal.lend(body) }
  }
}
