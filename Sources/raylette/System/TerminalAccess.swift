import CursesTerminal
import RayletteApp

/// What code off the main actor needs of the terminal.
struct TerminalAccess: Sendable {
  /// Gives another program the terminal until the body returns.
  var withTerminalReleased:
    @Sendable (_ body: @Sendable () async -> ChildProcess.Outcome) async -> ChildProcess.Outcome
  /// Gives an editor the terminal until the body returns.
  var edit:
    @Sendable (_ body: @Sendable () async -> Result<String?, EditorFailure>) async ->
      Result<String?, EditorFailure>
  /// Sends the terminal a control sequence that changes nothing on the screen; false when another
  /// program has the terminal.
  var send: @Sendable (_ sequence: String) async -> Bool

  /// The terminal of a command that draws no screen, so that there's nothing to release.
  static let own = TerminalAccess(
    withTerminalReleased: { await $0() }, edit: { await $0() }, send: { _ in false })
}

extension TerminalAccess {
  @MainActor
  init(_ terminal: CursesTerminal) {
    self.init(
      withTerminalReleased: { body in await terminal.withTerminalReleased(body) },
      edit: { body in await terminal.withTerminalReleased(body) },
      send: { sequence in await terminal.send(sequence) })
  }
}
