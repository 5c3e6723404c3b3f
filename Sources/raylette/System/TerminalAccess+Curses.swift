import CursesTerminal
import Favorites

extension TerminalAccess {
  @MainActor
  init(_ terminal: CursesTerminal) {
    let send: @Sendable (String) async -> Bool = { await terminal.send($0) }
    self.init(
      withTerminalReleased: { body in await terminal.withTerminalReleased(body) },
      edit: { body in await terminal.withTerminalReleased(body) },
      send: terminal.takesSequences ? send : nil)
  }
}
