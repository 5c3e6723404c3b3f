import Foundation
import LinkPreview
import Localization
import Markup
import TerminalGrid

/// The line that shows a running fetch: the spinner, the time and, if there's room, the address.
struct LoadingLine: StateView {
  let elapsed: Duration
  let address: String
  let state: AppState

  func draw(in grid: inout Grid, clip: GridRect) {
    guard surroundings.animation else {
      // Without animation, the text says that it's loading, and changes only once a second.
      let text = localized("Loading\(symbols.ellipsis) \(Int(elapsed / .seconds(1))) s")
      grid.draw(text, x: clip.x, y: clip.y, style: theme.secondary, clip: clip)
      return
    }
    let frame = symbols.spinnerFrame(at: elapsed)
    var x = grid.draw(frame, x: clip.x, y: clip.y, style: theme.accent, clip: clip) + 1
    let tenths = Int(elapsed / .milliseconds(100))
    let time = localized("\(tenths.tenths) s (gives up after \(surroundings.timeout.secondsText))")
    x = grid.draw(time, x: x, y: clip.y, style: theme.secondary, clip: clip) + 2
    guard clip.maxX - x >= Self.addressMinimum else { return }
    let address = symbols.truncated(address, columns: clip.maxX - x)
    grid.draw(address, x: x, y: clip.y, style: theme.secondary, clip: clip)
  }

  private static let addressMinimum = 12
}
