import Foundation
import TerminalGrid
import Testing

@testable import RayletteApp

// Without it, each case of a parameterised test would print its whole state, which took longer
// than the tests did.
extension AppState: CustomTestStringConvertible {
  public var testDescription: String {
    "\(surroundings.size.columns)x\(surroundings.size.rows) \(tab)"
  }
}

/// What lies on top, by its kind.
extension AppState {
  var overlay: Modal? { modals.all.last { $0.focus != nil } }
  var help: HelpState? { modals.help }
  var page: ReaderPage? {
    get { reader.page }
    set { reader.page = newValue }
  }
  var details: LinkDetails? { modals.details }
  var palette: Chooser? {
    get { modals.chooser.flatMap { $0.focus == .palette ? $0 : nil } }
    set { modals.chooser = newValue }
  }
  var chooser: Chooser? { modals.chooser }
  var sheet: ShareSheet? { modals.sheet }
  var prompt: Prompt? {
    modals.all.lazy.compactMap { if case .prompt(let prompt) = $0 { prompt } else { nil } }.first
  }
  var linkHints: LinkHints? {
    modals.all.lazy.compactMap { if case .hints(let hints) = $0 { hints } else { nil } }.first
  }
  var question: Question? {
    modals.all.lazy.compactMap { if case .question(let question) = $0 { question } else { nil } }
      .first
  }
}

extension AppState {
  /// Makes a change, and returns its effects.
  mutating func effects(_ change: (inout AppState) -> Void) -> [Effect] {
    change(&self)
    return takeEffects()
  }
}

/// The requests of the modals on screen.
extension AppState {
  var chooserRequest: LatestRequest<Chooser.Purpose> {
    modals.chooser?.request ?? LatestRequest()
  }
  var findingsRequest: LatestRequest<URL> { modals.details?.findingsRequest ?? LatestRequest() }
  var detailsRequest: LatestRequest<URL> { modals.details?.reloadRequest ?? LatestRequest() }
}
