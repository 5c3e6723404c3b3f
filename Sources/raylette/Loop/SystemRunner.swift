import Foundation
import Links
import LinkStore
import Markup
import Favorites
import RayletteApp

/// Uses the clock and other programs for the state.
@MainActor
struct SystemRunner {
  let saved: SavedLinkStore
  let browser: Browser
  let editor: NoteEditor
  let terminal: TerminalAccess
  let writer: StoreWriter
  let tasks: RequestTasks
  let clock: any Clock<Duration>
  let post: EffectRunner.Post

  /// The time after which users notice that an answer takes long.
  private static let patience = Duration.milliseconds(300)

  func run(_ effect: Effect.System) {
    switch effect {
    case .open(let url): open(url)
    case .openSaved(let ids): tasks.run(nil) { await openSaved(ids) }
    case .editNote(let id):
      tasks.run(nil) { post(.saved(.noteEdited(id, await editNote(of: id)))) }
    case .writeNote(let id, let address):
      tasks.run(nil) {
        let result = await terminal.edit { [editor] in await editor.edit("", of: address) }
        post(.spin(.noteWritten(id, result)))
      }
    case .remind(let id):
      tasks.run(nil) {
        if (try? await clock.sleep(for: Self.patience)) != nil { post(.program(.waitIsLong(id))) }
      }
    }
  }

  /// Opens a URL. Doesn't use ``tasks``, because a browser outlives the program that started it.
  private func open(_ url: URL) {
    Task { [browser, post] in await browser.open(url) { post(.share(.browserOpened($0))) } }
  }

  private func openSaved(_ ids: [SavedLink.ID]) async {
    do throws(StoreError) {
      for link in try await saved.links(ids) {
        writer.enqueue(.markOpened(link.id))
        open(link.url)
      }
    } catch {
      post(.program(.storeFailed(error)))
    }
  }

  private func editNote(of id: SavedLink.ID) async -> Result<String?, EditorFailure> {
    guard let link = try? await saved.links([id]).first else { return .failure(.linkGone) }
    return await terminal.edit { [editor] in
      await editor.edit(link.note, of: link.address.text)
    }
  }
}
