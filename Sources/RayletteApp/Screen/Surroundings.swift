import Foundation
package import Links
import Localization
import TerminalGrid

/// The terminal, the network, the clock and the settings, which every feature may read.
package struct Surroundings: Equatable, Sendable {
  /// The size of the terminal.
  var size: GridSize
  var appearance: Appearance
  /// Whether animations are enabled.
  package var animation = true
  /// The current time, for "3 days ago". See ``ProgramAction/timePassed(_:)``.
  var now: Date
  /// The time limit of a fetch.
  var timeout: Duration
  /// Whether the next link is fetched in advance.
  package var prefetches = false
  /// The saved filters of the config file.
  package var ownSearches: [SavedSearch] = []
  /// The searches that other devices have.
  var sharedSearches: [SavedSearch] = []
  /// All searches. One in the config file counts instead of another device's with its name.
  var savedSearches: [SavedSearch] {
    let names = Set(ownSearches.map(\.name))
    return ownSearches + sharedSearches.filter { !names.contains($0.name) }
  }
  /// Whether there's no network, so that only cached cards come up.
  var isOffline = false
  /// Whether the connection is metered, so that nothing is fetched in advance.
  var isMetered = false
  /// The reason why nothing can be saved; nil if the store is writable.
  var writeError: StoreError?
  /// The drawn pictures, and the form in which they're drawn.
  package var pictures: Pictures
  /// All commands with their keys.
  package var keyMap = KeyMap()
  /// The share features that are available on this machine.
  package var shareCapabilities = ShareCapabilities()
}

/// Why nothing can be written, as a notice; nil if the store is writable.
extension Surroundings {
  var changeRefusal: Notice? { refusal(localized("Not changed")) }
  var saveRefusal: Notice? { refusal(localized("Not saved")) }

  private func refusal(_ failure: String) -> Notice? {
    writeError.map { .failure(localized("\(failure): \($0).")) }
  }
}

extension Surroundings {
  var theme: Theme { appearance.theme }
  var symbols: Symbols { appearance.symbols }

  /// Whether rules separate the header and footer from the view. Low terminals have none.
  var hasRules: Bool { size.rows >= 14 }

  /// The space between header and footer, or for what's at the focus in accessible mode.
  var body: GridRect {
    if appearance.isAccessible {
      let rows = SpokenScreen.rows(in: size).focus
      return GridRect(x: 0, y: rows.lowerBound, columns: size.columns, rows: rows.count)
    }
    let top = hasRules ? 2 : 1
    let bottom = hasRules ? 2 : 1
    return GridRect(x: 0, y: top, columns: size.columns, rows: size.rows - top - bottom)
  }
}
