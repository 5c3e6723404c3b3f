import CursesTerminal
import Foundation
import RayletteApp

/// The loop: an action arrives, the state changes, effects start, a frame is shown.
@MainActor
struct Program {
  let terminal: CursesTerminal
  let runner: EffectRunner
  let mailbox: Mailbox

  /// The shortest time between two frames: as fast as good screens are, so that what a key leads to
  /// comes with its own frame or the next.
  private static let frameInterval = Duration.milliseconds(8)

  /// Runs until the person quits; returns the exit code. The terminal is given back then, and what
  /// was to be written is on disk.
  func run(_ initialState: AppState) async -> Int32 {
    var state = initialState
    await withDiscardingTaskGroup { writing in
      // Never cancelled: what was asked to be kept is kept, even when the next key was "quit".
      writing.addTask { await runner.writeToStore(mailbox.post) }
      await withDiscardingTaskGroup { group in
        group.addTask { await runner.tellTime(mailbox.post) }
        group.addTask { await runner.watchStore(mailbox.post) }
        await loop(&state, in: &group)
        await runner.finishSharing()
        terminal.restore()
        group.cancelAll()
      }
      runner.finish()
    }
    return state.exitCode ?? 0
  }

  private func loop(_ state: inout AppState, in group: inout DiscardingTaskGroup) async {
    var shownAt = ContinuousClock.now
    var isFrameScheduled = false
    for await message in mailbox.mail {
      switch message {
      case .action(let action):
        for effect in update(&state, action) { start(effect, in: &group) }
      case .frameDue: isFrameScheduled = false
      }
      if state.exitCode != nil { return }
      terminal.reportsMouse = !state.isForSelecting
      let wait = shownAt + Self.frameInterval - .now
      if wait <= .zero {
        terminal.show(render(state))
        shownAt = .now
      } else if !isFrameScheduled {
        isFrameScheduled = true
        group.addTask {
          try? await Task.sleep(for: wait)
          mailbox.frameIsDue()
        }
      }
    }
  }

  private func start(_ effect: Effect, in group: inout DiscardingTaskGroup) {
    let post = mailbox.post
    switch effect {
    case .loadPreview(let id, let url, let timeout, let ignoringCache):
      let provider = runner.prepareFetch(id, timeout: timeout)
      group.addTask {
        await runner.loadPreview(
          id, url, ignoringCache: ignoringCache, with: provider, post: post)
      }
    case .cancelPreview(let id): runner.cancelPreview(id)
    case .share(let id, let activity, let source):
      runner.share(id, activity, source, post: post)
    case .cancelShare(let id): runner.cancelShare(id)
    case .open(let url): runner.open(url, post: post)
    case .openSaved(_, let url):
      runner.open(url, post: post)
      runner.enqueue(effect)
    case .save, .change, .markSeen, .forgetSeen: runner.enqueue(effect)
    case .listSaved, .readSaved, .lookUp, .readTags, .makeWheel:
      group.addTask { await runner.readFromStore(effect, post: post) }
    case .refresh(let ids): group.addTask { await runner.refresh(ids, post: post) }
    case .check(let ids): group.addTask { await runner.check(ids, post: post) }
    case .stopWork: runner.stopWork()
    case .editNote(let id, let note):
      group.addTask {
        let editor = NoteEditor(environment: ProcessInfo.processInfo.environment)
        post(.noteEdited(id, await terminal.lend { await editor.edit(note) }))
      }
    }
  }
}
