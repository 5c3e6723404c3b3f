import CursesTerminal
import RayletteRuntime

extension TerminalAccess {
  @MainActor
  init(_ terminal: CursesTerminal) {
    self.init(
      withTerminalReleased: { body in await terminal.withTerminalReleased(body) },
      edit: { body in await terminal.withTerminalReleased(body) },
      send: { sequence in await terminal.send(sequence) })
  }
}
