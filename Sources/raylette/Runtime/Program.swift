import CursesTerminal
import Foundation
import RayletteApp

/// The loop: an action arrives, the state changes, effects start, a frame is shown.
@MainActor
struct Program {
  let terminal: CursesTerminal
  let runner: EffectRunner
  let mailbox: Mailbox

  /// The shortest time for two frames: what a key leads to mostly comes a few milliseconds after the
  /// key's own frame, and need not wait for the next one's turn.
  private static let twoFrames = Duration.milliseconds(16)

  /// Runs until the person quits; returns the exit code. The terminal is given back then, and what
  /// was to be written is on disk.
  /// - Throws: when something that was to be written is not.
  func run(_ initialState: AppState) async throws(CommandFailure) -> Int32 {
    var state = initialState
    var waitNotice: Task<Void, Never>?
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
      waitNotice = Task {
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
        CommandOutput.report("raylette: another program holds the saved links; waiting to save…")
      }
    }
    waitNotice?.cancel()
    guard runner.unwritten.isEmpty else {
      throw CommandFailure(message: runner.unwritten.joined(separator: "\nraylette: "), exitCode: 1)
    }
    return state.exitCode ?? 0
  }

  private func loop(_ state: inout AppState, in group: inout DiscardingTaskGroup) async {
    var (lastButOne, last) = (ContinuousClock.now, ContinuousClock.now)
    var isFrameScheduled = false
    for await message in mailbox.mail {
      switch message {
      case .action(let action):
        for effect in update(&state, action) { start(effect, in: &group) }
      case .frameDue: isFrameScheduled = false
      }
      if state.exitCode != nil { return }
      terminal.reportsMouse = !state.isForSelecting
      let wait = lastButOne + Self.twoFrames - .now
      if wait <= .zero {
        terminal.show(render(state))
        (lastButOne, last) = (last, .now)
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
    case .loadPicture(let request):
      guard let task = runner.pictures.begin(request) else { return }
      group.addTask { await runner.pictures.finish(task, for: request, post: post) }
    case .cancelPicture(let request): runner.pictures.cancel(request)
    case .cancelPreview(let id): runner.cancelPreview(id)
    case .share(let id, let activity, let source):
      runner.share(id, activity, source, post: post)
    case .cancelShare(let id): runner.cancelShare(id)
    case .inspect(let url, let timeout):
      let task = runner.inspection(of: url, timeout: timeout, post: post)
      group.addTask { await Self.finish(task) }
    case .stopInspection: runner.stopInspection()
    case .open(let url): runner.open(url, post: post)
    case .openSaved(_, let url):
      runner.open(url, post: post)
      runner.enqueue(effect)
    case .save, .saveAddresses, .change, .markSeen, .forgetSeen: runner.enqueue(effect)
    case .listSaved(let id, let query, let rows):
      let task = runner.listing(id, query, rows: rows, post: post)
      group.addTask { await Self.finish(task) }
    case .stopListing(let id): runner.stopListing(id)
    case .readSaved, .lookUp, .readTags, .makeWheel, .openUnread:
      group.addTask { await runner.readFromStore(effect, post: post) }
    case .remindOfWait(let id): group.addTask { await runner.remindOfWait(id, post: post) }
    case .refresh(let id, let ids):
      let task = runner.begin(id) { await runner.refresh(id, ids, post: post) }
      group.addTask { await Self.finish(task) }
    case .check(let id, let ids):
      let task = runner.begin(id) { await runner.check(id, ids, post: post) }
      group.addTask { await Self.finish(task) }
    case .stopJob(let id): runner.stopJob(id)
    case .backfill(let ids):
      let task = runner.missingFetch(ids, post: post)
      group.addTask { await Self.finish(task) }
    case .editNote(let id):
      group.addTask {
        guard let note = await runner.note(of: id) else {
          let failure = EditorFailure(sentence: "The link is not there any more.")
          return post(.noteEdited(id, .failure(failure)))
        }
        let editor = NoteEditor(environment: ProcessInfo.processInfo.environment)
        post(.noteEdited(id, await terminal.withTerminalReleased { await editor.edit(note) }))
      }
    }
  }

  /// Waits for a task that others may cancel, too.
  private static func finish(_ task: Task<Void, Never>) async {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
