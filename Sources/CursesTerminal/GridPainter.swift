import CNcurses
import Foundation
import TerminalGrid

/// Puts grids on the terminal.
@MainActor
protocol ScreenPainter {
  /// Shows a grid on a terminal with a size.
  func show(_ grid: Grid, size: GridSize)
  /// Shows joined emoji of these kinds whole from now on.
  func joinEmoji(_ kinds: JoinedEmoji.Kinds)
  /// Removes the images in pixels before the screen is redrawn or another program draws on it.
  func removeImages()
  /// Makes the next frame draw everything, whatever is on the screen.
  func repaintAll()
}

/// Draws grids with ncurses, and their images in pixels.
@MainActor
final class GridPainter: ScreenPainter {
  private let isUTF8: Bool
  private let depth: ColorDepth
  private var pixels = PixelLayer(firstID: (Int(getpid()) & 0x7FFF) << 16 + 1)
  /// The hyperlinks on screen. Nil if the terminal might show control strings as text.
  private let links: HyperlinkLayer?
  /// The joined emoji on screen. Nil unless the terminal draws them as wide as their first part.
  private var emoji: JoinedEmojiLayer?
  /// The grid on screen, or nil if the screen's content is unknown.
  private var lastGrid: Grid?

  init(isUTF8: Bool, depth: ColorDepth, hasLinks: Bool) {
    self.isUTF8 = isUTF8
    self.depth = depth
    links = hasLinks && isUTF8 ? HyperlinkLayer(depth: depth) : nil
  }

  /// ncurses sends only the differences.
  func show(_ grid: Grid, size: GridSize) {
    let images = grid.images.filter {
      size.holds(GridSize(columns: $0.place.maxX, rows: $0.place.maxY + 1))
    }
    let pixels = pixels.show(images) { [lastGrid] rect in
      guard let lastGrid, lastGrid.size == grid.size else { return true }
      return (rect.y..<rect.maxY).contains { !lastGrid.hasSameRow($0, as: grid) }
    }
    let links = links?.changes(from: lastGrid, to: grid) ?? (before: "", after: "")
    let emoji = emoji?.changes(from: lastGrid, to: grid) ?? (before: "", after: "")
    // Rows that stay the same are still in ncurses' window.
    let previous = lastGrid.flatMap { $0.size == grid.size ? $0 : nil }
    lastGrid = grid
    let before = links.before + emoji.before + pixels.before
    let after = pixels.after + links.after + emoji.after
    let isLayered = !before.isEmpty || !after.isEmpty
    if isLayered {
      // Terminals that support synchronised output (mode 2026) show the whole frame at once.
      rl_send("\u{1B}[?2026h" + before)
      rl_restore_cursor()
    }
    for y in 0..<size.rows {
      if let previous, y >= grid.size.rows || previous.hasSameRow(y, as: grid) { continue }
      let row = y < grid.size.rows ? grid.row(y) : []
      rl_erase_row(Int32(y))
      for run in CellRun.runs(of: row, isUTF8: isUTF8) { run.draw(y: y, depth: depth) }
    }
    let cursor = grid.cursor.flatMap { $0.kind == .insertion ? $0 : nil }
    if let cursor {
      rl_move(Int32(cursor.x), Int32(cursor.y))
    } else {
      rl_show_cursor(false)
    }
    rl_refresh()
    if isLayered {
      rl_send(after)
      rl_restore_cursor()
      rl_send("\u{1B}[?2026l")
    }
    // Shows the cursor last, so that it never appears at another position.
    if cursor != nil { rl_show_cursor(true) }
  }

  func joinEmoji(_ kinds: JoinedEmoji.Kinds) {
    guard emoji == nil else { return }
    let layer = JoinedEmojiLayer(depth: depth, kinds: kinds)
    emoji = layer
    if let lastGrid, !layer.wholeEmoji(in: lastGrid).isEmpty { repaintAll() }
  }

  func removeImages() {
    rl_send(pixels.removeAll())
    lastGrid = nil
  }

  func repaintAll() {
    removeImages()
    rl_repaint_all()
  }
}
