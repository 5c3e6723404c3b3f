import Favorites
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup
import RayletteApp

/// Carries out effects with what ``LinkLibrary`` and ``Programs`` do, and posts the answers. Writes
/// are made in the order of the requests, and all of them, even if the next key quits the program.
@MainActor
final class EffectRunner {
  typealias Post = @Sendable (Action) -> Void

  let library: LinkLibrary
  let programs: Programs
  let background: Background
  let tasks = RequestTasks()
  let post: Post
  let writes: WriteQueue
  /// The copies and files that have to be finished after the user quits.
  private var lastingShares: Set<RequestID> = []

  init(library: LinkLibrary, programs: Programs, background: Background, post: @escaping Post) {
    (self.library, self.programs, self.background) = (library, programs, background)
    self.post = post
    writes = WriteQueue(
      library: library, tasks: tasks, noteStored: programs.editor.noteStored, post: post)
  }

  /// Notes what the user does, because others' changes are wanted soon while somebody is there.
  func noteUse(_ action: Action) {
    switch action {
    case .keyPressed, .mouse, .pasted: background.noteUse()
    case .program(.focused): background.noteReturn()
    default: break
    }
  }

  /// Runs effects while a body runs. Returns once everything requested until then is written.
  /// - Parameters:
  ///   - restore: called when nothing needs the terminal any more. Pending copies may use the
  ///     terminal until then.
  ///   - isWaiting: called when writing takes longer than a second.
  /// - Returns: a message for each change that couldn't be written.
  func serve(
    while body: () async -> Void, restore: () -> Void = {},
    isWaiting: @escaping @Sendable () -> Void = {}
  ) async -> [String] {
    var reminder: Task<Void, Never>?
    await withDiscardingTaskGroup { writing in
      // Isn't cancelled, so that everything the user saved is written.
      writing.addTask { [writes] in await writes.run() }
      await withDiscardingTaskGroup { watching in
        watching.addTask { [background] in await background.run() }
        await body()
        watching.cancelAll()
      }
      for id in lastingShares { await tasks.end(of: id) }
      restore()
      await tasks.cancelAll()
      writes.finish()
      reminder = Task { [library] in
        if (try? await library.clock.sleep(for: .seconds(1))) != nil { isWaiting() }
      }
    }
    reminder?.cancel()
    await background.finish()
    return writes.unwritten
  }

  func run(_ effect: Effect) {
    switch effect {
    case .fetch(let fetch): run(fetch)
    case .picture(let drawing): run(drawing)
    case .read(let query): run(query)
    case .write(let write): writes.enqueue(write)
    case .job(let job): run(job)
    case .share(let id, let activity, let source):
      if activity.outlivesScreen { lastingShares.insert(id) }
      tasks.run(id) { [programs, post] in
        post(.share(.ended(id, activity, await programs.sharing.share(activity, source))))
        self.lastingShares.remove(id)
      }
    case .system(let system): run(system)
    case .cancel(let id): tasks.cancel(id)
    }
  }

  private func run(_ fetch: Effect.Fetch) {
    switch fetch {
    case .spin(let id, var draw, let timeout, let onlyCached, let readsOn):
      draw.excluded = writes.unwrittenMarks + draw.excluded
      tasks.run(id) { [library, post, draw] in
        await library.spinner.spin(
          draw, timeout: timeout, onlyCached: onlyCached, readsOn: readsOn
        ) {
          post(.spin(.drawn(id, $0)))
        } report: {
          post(Action($0, of: id))
        }
      }
    case .preview(let id, let url, let timeout, let ignoringCache, let readsOn):
      tasks.run(id) { [library, post] in
        await library.loader.load(
          url, timeout: timeout, ignoringCache: ignoringCache, readsOn: readsOn
        ) { post(Action($0, of: id)) }
      }
    case .findings(let id, let url, let timeout):
      tasks.run(id) { [library, post] in
        let findings = await library.loader.findings(for: url, timeout: timeout)
        post(.details(.findingsLoaded(id, findings)))
      }
    case .article(let id, let url, let link, let timeout, let ignoringCopy):
      tasks.run(id) { [library, post] in
        await library.articles.load(url, of: link, timeout: timeout, ignoringCopy: ignoringCopy) {
          post(.reader(.progressed(id, elapsed: $0)))
        } completion: {
          if !Task.isCancelled { post(.reader(.loaded(id, $0))) }
        }
      }
    case .backfill(let id, let ids):
      tasks.run(id) { [library, post] in
        await library.backfill(ids) { post(.saved(.backfilled($0, $1))) }
      }
    }
  }

  private func run(_ drawing: Effect.Drawing) {
    guard let pictures = programs.pictures else { return }
    switch drawing {
    case .load(let id, let request):
      tasks.run(id) { [post] in
        let picture = await pictures.picture(for: request)
        if !Task.isCancelled { post(.program(.pictureLoaded(request, picture))) }
      }
    case .icon(let id, let request):
      tasks.run(id) { [post] in
        let outcome = await pictures.icons.icon(for: request)
        guard !Task.isCancelled, case .ended(let icon) = outcome else { return }
        post(.saved(.iconLoaded(id, icon)))
      }
    }
  }

  private func run(_ job: Effect.Job) {
    switch job {
    case .refresh(let id, let ids):
      tasks.run(id) { [library, post] in
        let results = await library.metadata(of: ids) { post(.saved(.jobProgressed(id, done: $0))) }
        post(.saved(.jobEnded(id, JobResult(refreshed: results, of: ids.count))))
      }
    case .check(let id, let ids):
      tasks.run(id) { [library, post] in
        let counts = await library.check(ids) { post(.saved(.jobProgressed(id, done: $0))) }
        post(.saved(.jobEnded(id, .checked(counts))))
      }
    case .updateWheels: tasks.run(nil) { [background] in await background.updateWheels() }
    case .sync: tasks.run(nil) { [background] in await background.exchange() }
    }
  }

  /// The time after which users notice that an answer takes long.
  private static let patience = Duration.milliseconds(300)

  private func run(_ system: Effect.System) {
    switch system {
    case .open(let url): open(url)
    case .openSaved(let ids):
      tasks.run(nil) { [library, post] in
        do throws(StoreError) {
          for link in try await library.saved.links(ids) {
            self.writes.enqueue(.markOpened(link.id))
            self.open(link.url)
          }
        } catch {
          post(.program(.storeFailed(error)))
        }
      }
    case .editNote(let id):
      tasks.run(nil) { [library, post] in
        guard let link = try? await library.saved.links([id]).first else {
          return post(.saved(.noteEdited(id, .failure(.linkGone))))
        }
        post(.saved(.noteEdited(id, await self.edit(link.note, of: link.address.text))))
      }
    case .writeNote(let id, let address):
      tasks.run(nil) { [post] in post(.spin(.noteWritten(id, await self.edit("", of: address)))) }
    case .remind(let id):
      tasks.run(nil) { [library, post] in
        if (try? await library.clock.sleep(for: Self.patience)) != nil {
          post(.program(.waitIsLong(id)))
        }
      }
    }
  }

  /// Opens a URL. Doesn't use ``tasks``, because a browser outlives the program that started it.
  private func open(_ url: URL) {
    Task { [programs, post] in
      await programs.browser.open(url) { post(.share(.browserOpened($0))) }
    }
  }

  private func edit(_ note: String, of address: String) async -> Result<String?, EditorFailure> {
    await programs.terminal.edit { [programs] in await programs.editor.edit(note, of: address) }
  }
}
