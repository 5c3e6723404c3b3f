import CursesTerminal
import Foundation
import Localization
import RayletteApp

/// The main loop: receives an action, updates the state, starts effects and shows a frame.
@MainActor
struct Program {
  let terminal: CursesTerminal
  let runner: EffectRunner
  let mailbox: Mailbox
  let session: SessionFile
  /// The wheel that the config file names.
  let configuredWheel: String

  /// The minimum time for two frames. The results of a key's effects mostly arrive a few
  /// milliseconds after the key's own frame, and don't have to wait for the next frame.
  private static let twoFrames = Duration.milliseconds(16)

  /// Runs until the user quits. When it returns, the terminal is restored and everything is on
  /// disk.
  /// - Parameter effects: the effects of the state's start, which run first.
  /// - Returns: the exit code.
  /// - Throws: an error if something couldn't be written.
  func run(
    _ initialState: AppState, startingWith effects: [Effect]
  ) async throws(CommandFailure) -> Int32 {
    var state = initialState
    let unwritten = await runner.serve {
      for effect in effects { runner.run(effect) }
      runner.prepare(state.saved.query)
      await loop(&state)
      var last = Session(of: state)
      last.configuredWheel = configuredWheel
      session.write(last)
    } restore: {
      terminal.restore()
    } isWaiting: {
      CommandOutput.report(
        "raylette: " + localized("another program holds the saved links; waiting to save…"))
    }
    guard unwritten.isEmpty else {
      throw CommandFailure(message: unwritten.joined(separator: "\nraylette: "), exitCode: 1)
    }
    return state.exitCode ?? 0
  }

  private func loop(_ state: inout AppState) async {
    // The first frame stands already; what the start has asked for needn't wait for a second one.
    var (lastButOne, last) = (ContinuousClock.now - Self.twoFrames, ContinuousClock.now)
    var isFrameScheduled = false
    for await message in mailbox.mail {
      switch message {
      case .action(let action):
        runner.noteUse(action)
        for effect in update(&state, action) { runner.run(effect) }
      case .frameDue: isFrameScheduled = false
      }
      if state.exitCode != nil { return }
      terminal.reportsMouse = !state.modals.isForSelecting
      let wait = lastButOne + Self.twoFrames - .now
      if wait <= .zero {
        terminal.show(render(state))
        (lastButOne, last) = (last, .now)
      } else if !isFrameScheduled {
        isFrameScheduled = true
        Task { [mailbox] in
          try? await Task.sleep(for: wait)
          mailbox.frameIsDue()
        }
      }
    }
  }
}
