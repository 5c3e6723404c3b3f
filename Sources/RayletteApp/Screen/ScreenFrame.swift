import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Draws the frame around every view: the tabs above, the latest notice and the keys below.
struct ScreenFrame: StateView {
  let state: AppState
  let layout: ScreenLayout

  func draw(in grid: inout Grid) {
    drawHeader(in: &grid)
    if surroundings.hasRules {
      for y in [1, surroundings.size.rows - 2] { drawRule(y: y, in: &grid) }
    }
    drawFooter(in: &grid)
  }

  func drawTooSmall(in grid: inout Grid) {
    let minimum = ScreenLayout.minimum
    let text = localized("Too small: raylette needs \(minimum.columns) x \(minimum.rows).")
    for (y, line) in symbols.lines(
      text, columns: surroundings.size.columns, limit: surroundings.size.rows
    ).enumerated() {
      grid.draw(line, x: 0, y: y, style: theme.failure)
    }
  }

  private func drawHeader(in grid: inout Grid) {
    grid.draw(ScreenLayout.name, x: 1, y: 0, style: theme.accent)
    for (tab, label, columns) in layout.tabs {
      let style = tab == state.tab ? theme.accentBlock : theme.secondary
      grid.draw(label, x: columns.lowerBound, y: 0, style: style)
    }
    if let (headline, x) = headline {
      grid.draw(headline.text, x: x, y: 0, style: theme.secondary)
    }
  }

  /// The longest summary that fits, and its column.
  private var headline: (headline: Headline, x: Int)? {
    let room = surroundings.size.columns - 3 - (layout.tabs.last?.columns.upperBound ?? 0)
    return signedHeadlines(room: room).lazy.map { ($0, DisplayWidth.columns(of: $0.text)) }.first {
      $0.1 <= room
    }
    .map { ($0.0, surroundings.size.columns - 1 - $0.1) }
  }

  /// Returns the summaries with the sign of the exchange with other devices. The target of the next
  /// key and the filter are more important than the sign.
  private func signedHeadlines(room: Int) -> [Headline] {
    let bare = headlines(room: room)
    guard let sign = state.sync.status?.sign(in: surroundings.appearance) else { return bare }
    guard let shortest = bare.last else { return [Headline(sign)] }
    let signed = headlines(room: room - DisplayWidth.columns(of: sign) - 2)
    let isFiltered = state.tab == .saved && !state.saved.query.filter.isEmpty
    guard isFiltered, state.reader.page == nil else {
      return signed.map { $0 + "  \(sign)" } + [shortest]
    }
    return signed.dropLast().map { $0 + "  \(sign)" } + bare
  }

  /// Returns the command of a click in the right part of the header.
  func command(atX x: Int) -> String? {
    headline.flatMap { $0.headline.command(atColumn: x - $0.x) }
  }

  /// Draws the notice, and the available keys or the line being typed.
  func drawFooter(in grid: inout Grid) {
    let y = surroundings.size.rows - 1
    if layout.hasNoticeRow { drawNotice(in: &grid, x: 1, y: y - 1) }
    if let prompt = state.modals.top?.typedLine {
      PromptView(prompt: prompt, state: state).draw(in: &grid, y: y)
      return
    }
    if layout.isNoticeInFooter(in: state) {
      drawNotice(in: &grid, x: 0, y: y)
      return
    }
    if let progress = state.positionText {
      let x = surroundings.size.columns - 1 - DisplayWidth.columns(of: progress)
      grid.draw(progress, x: x, y: y, style: theme.accent)
    }
    if let sign = state.pendingSign {
      grid.draw(sign, x: 1, y: y, style: theme.accentBlock)
    }
    for hint in layout.hints(in: state) {
      let x = grid.draw(hint.label, x: hint.columns.lowerBound, y: y, style: theme.accent) + 1
      grid.draw(hint.text, x: x, y: y, style: theme.secondary)
    }
  }

  /// Draws the notice, with its last line at `y`. Its other lines cover the rows above.
  private func drawNotice(in grid: inout Grid, x: Int, y: Int) {
    let room = surroundings.size.columns - x - 4
    guard let notice else { return }
    let (symbol, style) =
      switch notice.kind {
      case .success: (symbols.success, theme.success)
      case .failure: (symbols.failure, theme.failure)
      case .information: ("", theme.title)
      }
    let label = Symbols.label(symbol, "")
    let indent = DisplayWidth.columns(of: label)
    let lines = NoticeLines(notice.text, columns: room - indent, ellipsis: symbols.ellipsis).lines
    let top = y - lines.count + 1
    if lines.count > 1 { clear(top...y, in: &grid) }
    for (row, line) in lines.enumerated() {
      let start = row == 0 ? label : String(repeating: " ", count: indent)
      grid.draw(" \(start)\(line) ", x: x + 1, y: top + row, style: style)
    }
  }

  /// Clears rows for a notice, and puts the rule above its other lines.
  private func clear(_ rows: ClosedRange<Int>, in grid: inout Grid) {
    let height = rows.upperBound - rows.lowerBound + 1
    grid.fill(
      GridRect(x: 0, y: rows.lowerBound, columns: surroundings.size.columns, rows: height),
      style: .plain)
    if surroundings.hasRules { drawRule(y: rows.lowerBound, in: &grid) }
  }

  private func drawRule(y: Int, in grid: inout Grid) {
    grid.drawRule(
      x: 1, y: y, columns: surroundings.size.columns - 2, glyphs: symbols.box,
      style: theme.border)
  }

  private var notice: Notice? {
    if let notice = state.notice { return notice }
    // The footer shows the keys, unless the message replaces it or it's hidden.
    let keyMap = surroundings.keyMap
    if let message = state.modals.top?.message(hasFooter: layout.hasNoticeRow, keyMap) {
      return .information(message)
    }
    if let job = state.saved.job {
      return .information([job.progressText, state.stopAdvice].compactMap(\.self).paragraph)
    }
    return state.input.tip.map { .information($0) }
  }
}

/// A summary at the right of the header, with a part that can be clicked.
struct Headline {
  private var parts: [(text: String, command: String?)] = []

  init(_ text: String) { parts = [(text, nil)] }

  /// - Parameters:
  ///   - start: the text before the part that can be clicked.
  ///   - end: the text after it.
  init(_ start: String, _ text: String, command: String, _ end: String) {
    parts = [(start, nil), (text, command), (end, nil)]
  }

  var text: String { parts.map(\.text).joined() }

  /// Returns the command of a click at a column, counted from the summary's beginning.
  func command(atColumn column: Int) -> String? {
    var x = 0
    for part in parts {
      let columns = DisplayWidth.columns(of: part.text)
      if (x..<x + columns).contains(column) { return part.command }
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
    let separator = symbols.separator
    let (seenCount, total) = ((wheel.count - wheel.unseenCount).grouped, wheel.count.grouped)
    let count = localized("\(seenCount) of \(total)")
    let seen = localized("\(seenCount) of \(total) seen")
    let offline = surroundings.isOffline ? "\(localized("offline"))\(separator)" : ""
    let short = ["\(offline)\(seen)", "\(offline)\(count)", count]
    guard !wheel.narrowing.isEmpty else {
      return ["\(offline)\(seen)\(separator)\(wheel.name)"] + short
    }
    // The numbers are those of the topic, so its name comes before them.
    let topic = localized("in \(wheel.narrowing.values.joined(separator: separator))")
    let end = "\(separator)\(count)"
    return ["\(offline)\(topic)\(separator)\(seen)\(separator)\(wheel.name)"]
      + [shortened(topic, after: offline, before: end, room: room)].compactMap(\.self) + short
  }

  private func savedHeadlines(room: Int) -> [Headline] {
    let filter = state.saved.query.filter
    let filterText = "/\(filter.text)" + (filter.tagBeingTyped == nil ? "" : symbols.ellipsis)
    guard !state.saved.ids.isEmpty else {
      if filter.isEmpty { return [] }
      let texts = [
        "\(filterText)  0", shortened(filterText, before: "  0", room: room), "/ 0",
      ]
      return texts.compactMap(\.self).map(Headline.init)
    }
    let count = "\(state.saved.ids.count)"
    let position = "\(state.saved.cursor + 1)/\(count)"
    let selected =
      (state.saved.count.map { "\($0)  " } ?? "")
      + (state.saved.selectedIDs.isEmpty ? "" : "\(selectionText)  ")
    let trash = localized("trash")
    let similar = state.saved.query.isFuzzy ? "  \(localized("similar"))" : ""
    let suffix = (filter.isEmpty ? "" : "  \(filterText)") + similar + "  \(position)"
    let longest =
      state.saved.query.isTrash
      ? Headline(selected + trash + suffix)
      : Headline(selected, state.saved.query.sort.name, command: "saved.next-sort", suffix)
    // Even the narrowest terminal shows the target of the next key.
    func short(_ filterMark: String?) -> String {
      let parts = [
        state.saved.query.isTrash ? trash : nil, filter.isEmpty ? nil : filterMark,
        state.saved.selectedIDs.isEmpty
          ? nil : "\(symbols.mark)\(state.saved.selectedIDs.count)",
        position,
      ]
      return parts.compactMap(\.self).joined(separator: " ")
    }
    // The filter says which links a command for the whole list acts on, so the sort order is
    // dropped first.
    let start = selected + (state.saved.query.isTrash ? "\(trash)  " : "")
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
      filters.compactMap(\.self) + (state.saved.query.isFuzzy ? [short(localized("similar"))] : [])
      + [short("/")]
    return [longest] + shorter.map(Headline.init)
  }

  private var selectionText: String {
    let count = state.saved.selectedIDs.count
    return state.saved.selection.isRange
      ? localized("range, \(count) selected") : localized("\(count) selected")
  }

  /// Returns a text cut off so that it fits beside others. Nil if hardly anything would be left.
  private func shortened(
    _ text: String, after start: String = "", before end: String = "", room: Int
  ) -> String? {
    let free = room - DisplayWidth.columns(of: start + end)
    guard free >= 6 else { return nil }
    return start + symbols.truncated(text, columns: free) + end
  }

  /// Returns the title of the page in the reader, or the address of the selected link.
  private func headlines(of page: ReaderPage) -> [String] {
    let room = max(12, surroundings.size.columns / 2 - 12)
    if let target = page.selectedPage?.url.absoluteString ?? page.selectedNote {
      return [symbols.truncated(target, columns: room + 10)]
    }
    let position = state.reader.canGoBack ? nil : state.reader.list?.position
    let read = [position, page.readAt.map { _ in localized("read", context: "state") }]
      .compactMap { $0.map { "\(symbols.separator)\($0)" } }.joined()
    let host = page.metadata.url.displayHost
    let title = symbols.truncated(page.title, columns: room)
    return ["\(title)\(read)", "\(host)\(read)", host]
  }
}
