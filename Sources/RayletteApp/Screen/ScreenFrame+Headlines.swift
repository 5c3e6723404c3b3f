import Foundation
import LinkPreview
import LinkStore
import Markup
import TerminalGrid

/// What the right of the header says.
extension ScreenFrame {
  /// Summaries of the tab's content, the longest first.
  var headlines: [String] {
    if let page = state.page { return headlines(of: page) }
    switch state.tab {
    case .spin:
      let wheel = state.wheel
      let seen = "\((wheel.count - wheel.unseenCount).grouped) of \(wheel.count.grouped)"
      let parts = ["\(seen) seen"] + wheel.narrowing.values + [wheel.name]
      let offline = state.isOffline ? "offline\(symbols.separator)" : ""
      let longest = parts.joined(separator: symbols.separator)
      return ["\(offline)\(longest)", "\(offline)\(seen) seen", "\(offline)\(seen)", seen]
    case .saved:
      let filter = state.saved.query.filter
      guard !state.saved.ids.isEmpty else {
        return filter.isEmpty ? [] : ["/\(filter.text)  0", "/ 0"]
      }
      let count = "\(state.saved.ids.count)"
      // An accessible screen shows the position in its status line, so that the header doesn't
      // change with each move of the cursor.
      let position = state.appearance.isAccessible ? count : "\(state.saved.cursor + 1)/\(count)"
      let range = state.saved.selection.isRange ? "range, " : ""
      let selected =
        (state.saved.count.map { "\($0)  " } ?? "")
        + (state.saved.selectedIDs.isEmpty
          ? "" : "\(range)\(state.saved.selectedIDs.count) selected  ")
      let list =
        (state.saved.query.isTrash ? "trash" : state.saved.query.sort.name)
        + (filter.isEmpty ? "" : "  /\(filter.text)")
        + (state.saved.query.isFuzzy ? "  similar" : "")
      // Even the narrowest terminal shows what the next key acts on.
      func short(_ filterMark: String) -> String {
        let parts = [
          state.saved.query.isTrash ? "trash" : nil, filter.isEmpty ? nil : filterMark,
          state.saved.selectedIDs.isEmpty
            ? nil : "\(symbols.mark)\(state.saved.selectedIDs.count)",
          position,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
      }
      return ["\(selected)\(list)  \(position)"]
        + (state.saved.query.isFuzzy ? [short("similar")] : []) + [short("/")]
    }
  }

  /// The title of the page that's read, or the address of the selected link.
  private func headlines(of page: ReaderPage) -> [String] {
    let room = max(12, state.size.columns / 2 - 12)
    if let link = page.selectedLink {
      let address = link.url.absoluteString
      return [TextWrapping.truncated(address, columns: room + 10, ellipsis: symbols.ellipsis)]
    }
    let read = page.readAt == nil ? "" : "\(symbols.separator)read"
    let host = page.metadata.url.displayHost
    let title = TextWrapping.truncated(page.title, columns: room, ellipsis: symbols.ellipsis)
    return ["\(title)\(read)", "\(host)\(read)", host]
  }
}
