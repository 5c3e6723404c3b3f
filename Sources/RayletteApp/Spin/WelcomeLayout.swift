import Links
import TerminalGrid

/// The places on the screen before the first spin: the program's name, how much of the wheel is
/// seen, three keys, and the links saved last.
struct WelcomeLayout {
  /// The name, and below it how much is seen.
  let title: Rect
  let keys: Rect
  /// The links saved last, or nil if there are none or there's no room.
  let recent: Rect?

  /// A thing to do on this screen, each with a key.
  enum Target: CaseIterable {
    case spin, saved, help

    var action: Action {
      switch self {
      case .spin: .spin(.spinPressed)
      case .saved: .screen(.tabPressed(.saved))
      case .help: .screen(.helpPressed)
      }
    }
  }

  init(_ state: AppState, body: Rect) {
    let count = min(state.saved.total, Self.recentLimit(rows: body.rows))
    let isWide = body.columns >= Self.wide && state.appearance.symbols.hasColumns
    let width = min(
      body.columns - 4, isWide && count > 0 ? max(72, body.columns * 3 / 5) : 60, 116)
    let isSpacious = body.rows >= 12
    let keyGap = isSpacious ? 1 : 0
    let keyRows = Target.allCases.count * (1 + keyGap) - keyGap
    let below = isWide ? 0 : max(0, min(count, body.rows - keyRows - 6))
    let height = 3 + keyGap + max(keyRows, isWide ? count + 1 : 0) + (below > 0 ? below + 2 : 0)
    let x = body.x + (body.columns - width) / 2
    let y = body.y + max(0, (body.rows - height) * 2 / 5)
    title = Rect(x: x, y: y, columns: width, rows: 2)
    let keyY = title.maxY + 1 + keyGap
    let keyColumns = isWide && count > 0 ? 30 : width
    keys = Rect(x: x, y: keyY, columns: keyColumns, rows: min(keyRows, max(0, body.maxY - keyY)))
    if isWide, count > 0 {
      recent = Rect(
        x: keys.maxX, y: keyY, columns: width - keyColumns,
        rows: min(count + 1, body.maxY - keyY))
    } else if below > 0 {
      recent = Rect(x: x, y: keys.maxY + 1, columns: width, rows: below + 1)
    } else {
      recent = nil
    }
  }

  /// The rows from one key to the next.
  var keyStep: Int { keys.rows > Target.allCases.count ? 2 : 1 }

  /// Returns the action of the key at a point.
  func action(atX x: Int, y: Int) -> Action? {
    guard keys.contains(x: x, y: y), (y - keys.y) % keyStep == 0 else { return nil }
    let row = (y - keys.y) / keyStep
    return Target.allCases.indices.contains(row) ? Target.allCases[row].action : nil
  }

  /// From this width on, the links are beside the keys.
  private static let wide = 76

  /// The links saved last that a screen of this height shows, at most.
  static func recentLimit(rows: Int) -> Int { min(12, max(3, rows / 3)) }
}
