import ChildProcesses
import CursesTerminal
import RayletteApp

/// Access to the terminal for code off the main actor.
struct TerminalAccess: Sendable {
  /// Releases the terminal to another program until the body returns.
  var withTerminalReleased:
    @Sendable (_ body: @Sendable () async -> ChildProcess.Outcome) async -> ChildProcess.Outcome
  /// Releases the terminal to an editor until the body returns.
  var edit:
    @Sendable (_ body: @Sendable () async -> Result<String?, EditorFailure>) async ->
      Result<String?, EditorFailure>
  /// Sends the terminal a control sequence that doesn't affect the screen. Returns false if another
  /// program has the terminal.
  var send: @Sendable (_ sequence: String) async -> Bool

  /// The access for a command without a screen, where there's nothing to release.
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
