package import Foundation
import LinkPreview
package import Links
import Localization
import Markup
package import TerminalGrid

/// Everything that the screen shows and keys act on. Only ``update(_:_:)`` changes it.
package struct AppState: Equatable, Sendable {
  package enum Tab: String, Hashable, Sendable, Codable { case spin, saved }

  /// The terminal, the network, the clock and the settings, which every feature may read.
  package var surroundings: Surroundings

  // The screen
  package var tab: Tab
  /// The modals over the screen. The top one gets the input.
  package var modals = ModalStack()
  /// A message about the latest event. The next key removes it.
  var notice: Notice?

  // Features
  package var spin: SpinState
  package var saved: SavedState
  var reader = ReaderState()
  var sync = SyncState()

  /// The keys that wait for a command, and the commands that were run recently.
  package var input = InputState()
  /// The effects of the update under way.
  var effects: [Effect] = []
  /// The id of the last request of any feature.
  var lastRequest = RequestID.none

  /// The exit code, or nil while the program keeps running.
  package var exitCode: Int32?

  package init(
    size: GridSize, now: Date, wheel: WheelState, saved: SavedState, writeError: StoreError? = nil,
    timeout: Duration = .seconds(5), appearance: Appearance = .standard,
    pictures: Pictures = .none
  ) {
    surroundings = Surroundings(
      size: size, appearance: appearance, now: now, timeout: timeout, writeError: writeError,
      pictures: pictures)
    tab = .spin
    spin = SpinState(wheel: wheel)
    self.saved = saved
    notice = writeError.map { .failure(localized("Nothing can be saved: \($0).")) }
  }
}

extension AppState {
  var theme: Theme { surroundings.theme }
  var symbols: Symbols { surroundings.symbols }
}

/// A view that may show anything of the state.
protocol StateView {
  var state: AppState { get }
}

extension StateView {
  var theme: Theme { state.theme }
  var symbols: Symbols { state.symbols }
  var surroundings: Surroundings { state.surroundings }
}
