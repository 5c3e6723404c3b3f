import Favorites
import Foundation

/// The other programs that effects start.
struct Programs: Sendable {
  let browser: Browser
  let editor: NoteEditor
  let sharing: Sharing
  let terminal: TerminalAccess
  /// Nil if no pictures are drawn.
  let pictures: PictureLoader?

  /// - Parameter browser: see ``Browser``.
  init(
    for library: LinkLibrary, environment: [String: String], browser: String? = nil,
    terminal: TerminalAccess = .own, pictures: PictureLoader? = nil
  ) {
    self.browser = Browser(browser, environment: environment, terminal: terminal)
    editor = NoteEditor(environment: environment)
    sharing = Sharing(
      saved: library.saved, environment: environment, terminal: terminal, now: library.now)
    (self.terminal, self.pictures) = (terminal, pictures)
  }
}
