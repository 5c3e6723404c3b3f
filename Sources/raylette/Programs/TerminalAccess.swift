import LinkExchange
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
  /// program has the terminal. Nil where a screen reader would say the sequence.
  var send: (@Sendable (_ sequence: String) async -> Bool)?

  init(
    withTerminalReleased:
      @escaping @Sendable (
        _ body: @Sendable () async -> ChildProcess.Outcome
      ) async -> ChildProcess.Outcome,
    edit:
      @escaping @Sendable (
        _ body: @Sendable () async -> Result<String?, EditorFailure>
      ) async -> Result<String?, EditorFailure>,
    send: (@Sendable (_ sequence: String) async -> Bool)?
  ) {
    self.withTerminalReleased = withTerminalReleased
    self.edit = edit
    self.send = send
  }

  /// The access for a command without a screen, where there's nothing to release.
  static let own = TerminalAccess(
    withTerminalReleased: { await $0() }, edit: { await $0() }, send: nil)
}
