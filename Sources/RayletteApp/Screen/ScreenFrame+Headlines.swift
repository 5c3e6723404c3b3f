import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// A summary at the right of the header, with a part that can be clicked.
struct Headline {
  private var parts: [(text: String, action: Action?)] = []

  init(_ text: String) { parts = [(text, nil)] }

  /// - Parameters:
  ///   - start: the text before the part that can be clicked.
  ///   - end: the text after it.
  init(_ start: String, _ text: String, action: Action, _ end: String) {
    parts = [(start, nil), (text, action), (end, nil)]
  }

  var text: String { parts.map(\.text).joined() }

  /// Returns the action of a click at a column, counted from the summary's beginning.
  func action(atColumn column: Int) -> Action? {
    var x = 0
    for part in parts {
      let columns = DisplayWidth.columns(of: part.text)
      if (x..<x + columns).contains(column) { return part.action }
      x += columns
    }
    return nil
  }

  static func + (headline: Headline, end: String) -> Headline {
    var longer = headline
    longer.parts.append((end, nil))
    return longer
  }
}

/// The text at the right of the header.
extension ScreenFrame {
  /// Returns summaries of the tab's content, longest first.
  /// - Parameter room: the available columns. Only the name of a filter is shortened to fit.
  func headlines(room: Int) -> [Headline] {
    if let page = state.reader.page { return headlines(of: page).map(Headline.init) }
    switch state.tab {
    case .spin: return spinHeadlines(room: room).map(Headline.init)
    case .saved: return savedHeadlines(room: room)
    }
  }

  private func spinHeadlines(room: Int) -> [String] {
    let wheel = state.spin.wheel
    let seen = "\((wheel.count - wheel.unseenCount).grouped) of \(wheel.count.grouped)"
    let narrowing = wheel.narrowing.values
    let parts = ["\(seen) seen"] + narrowing + [wheel.name]
    let offline = state.isOffline ? "offline\(symbols.separator)" : ""
    let longest = parts.joined(separator: symbols.separator)
    let narrowed = narrowing.joined(separator: symbols.separator)
    let shortened =
      narrowing.isEmpty
      ? nil
      : shortened(narrowed, after: "\(offline)\(seen)\(symbols.separator)", room: room)
    return ["\(offline)\(longest)"]
      + [shortened, "\(offline)\(seen) seen"].compactMap(\.self)
      + ["\(offline)\(seen)", seen]
  }

  private func savedHeadlines(room: Int) -> [Headline] {
    let filter = state.saved.query.filter
    let filterText =
      "/\(filter.text)" + (filter.tagBeingTyped == nil ? "" : symbols.ellipsis)
    guard !state.saved.ids.isEmpty else {
      if filter.isEmpty { return [] }
      let texts = [
        "\(filterText)  0", shortened(filterText, before: "  0", room: room), "/ 0",
      ]
      return texts.compactMap(\.self).map(Headline.init)
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
    let similar = state.saved.query.isFuzzy ? "  similar" : ""
    let suffix = (filter.isEmpty ? "" : "  \(filterText)") + similar + "  \(position)"
    let longest =
      state.saved.query.isTrash
      ? Headline(selected + "trash" + suffix)
      : Headline(selected, state.saved.query.sort.name, action: .saved(.sortPressed(1)), suffix)
    // Even the narrowest terminal shows the target of the next key.
    func short(_ filterMark: String?) -> String {
      let parts = [
        state.saved.query.isTrash ? "trash" : nil, filter.isEmpty ? nil : filterMark,
        state.saved.selectedIDs.isEmpty
          ? nil : "\(symbols.mark)\(state.saved.selectedIDs.count)",
        position,
      ]
      return parts.compactMap(\.self).joined(separator: " ")
    }
    // The filter says which links a command for the whole list acts on, so the sort order is
    // dropped first.
    let start = selected + (state.saved.query.isTrash ? "trash  " : "")
    let end = "\(similar)  \(position)"
    let filters: [String?] =
      filter.isEmpty
      ? []
      : [
        "\(start)\(filterText)\(end)",
        shortened(filterText, after: start, before: end, room: room),
        shortened(filterText, before: " \(short(nil))", room: room),
      ]
    let shorter =
      filters.compactMap(\.self) + (state.saved.query.isFuzzy ? [short("similar")] : [])
      + [short("/")]
    return [longest] + shorter.map(Headline.init)
  }

  /// Returns a text cut off so that it fits beside others. Nil if hardly anything would be left.
  private func shortened(
    _ text: String, after start: String = "", before end: String = "", room: Int
  ) -> String? {
    let free = room - DisplayWidth.columns(of: start + end)
    guard free >= 6 else { return nil }
    return start + TextWrapping.truncated(text, columns: free, ellipsis: symbols.ellipsis) + end
  }

  /// Returns the title of the page in the reader, or the address of the selected link.
  private func headlines(of page: ReaderPage) -> [String] {
    let room = max(12, state.size.columns / 2 - 12)
    if let target = page.selectedPage?.url.absoluteString ?? page.selectedNote {
      return [TextWrapping.truncated(target, columns: room + 10, ellipsis: symbols.ellipsis)]
    }
    let read = page.readAt == nil ? "" : "\(symbols.separator)read"
    let host = page.metadata.url.displayHost
    let title = TextWrapping.truncated(page.title, columns: room, ellipsis: symbols.ellipsis)
    return ["\(title)\(read)", "\(host)\(read)", host]
  }
}
