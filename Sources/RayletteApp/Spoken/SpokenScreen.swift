import Articles
import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// The screen as lines for a screen reader: where the user is, what happened last, and the line at
/// the focus.
///
/// Each has its own rows, so that only what changed is written and said: the place when another
/// screen opens, the report when a key has done something, and the focus when it moves. Keys are
/// listed only on request.
///
/// Depends only on the state, not on the events that led to it.
struct SpokenScreen: StateView {
  let state: AppState

  init(_ state: AppState) { self.state = state }

  /// The rows of the report, and those of what's at the focus. The last row is for typing.
  static func rows(in size: GridSize) -> (report: Range<Int>, focus: Range<Int>) {
    let report = 1..<(size.rows < 16 ? 3 : 4)
    return (report, report.upperBound..<max(report.upperBound, size.rows - 1))
  }

  func draw(in grid: inout Grid) {
    let (reportRows, focusRows) = Self.rows(in: surroundings.size)
    let (spoken, repeats) = (state.input.spokenReports, state.input.repeats)
    grid.say(place, y: 0, limit: 1)
    var y = focusRows.lowerBound
    if let report {
      // No error is cut off, even where it needs more rows.
      let end = grid.say(
        report, y: reportRows.lowerBound, limit: focusRows.upperBound - reportRows.lowerBound,
        revision: state.notice == nil ? repeats : spoken + repeats)
      y = max(y, end)
    }
    grid.place(Cursor(x: 0, y: y))
    for line in focus where y < focusRows.upperBound {
      y = grid.say(line, y: y, limit: focusRows.upperBound - y, revision: repeats)
    }
    if let line = typedLine {
      draw(line, in: &grid)
    } else if let key = keyForMore {
      grid.say(
        localized("\(key.spokenLabel) goes on"), y: surroundings.size.rows - 1, limit: 1,
        revision: repeats
      )
    }
  }

  private var keyMap: KeyMap { surroundings.keyMap }

  /// The key for the next page of a text that goes on below the screen.
  private var keyForMore: KeyChord? {
    guard let text = state.scrolledText, text.scroll < text.scrollLimit else { return nil }
    return keyMap.chord(of: Movement.pageDown.command, in: state)
  }

  // MARK: - The place

  /// Which screen or modal gets the keys.
  var place: String {
    switch state.modals.top {
    case .help?: localized("Keys")
    case .address?: localized("The whole address")
    case .code?: localized("QR code")
    case .share(let sheet)?:
      sheet.linkCount == 1
        ? localized("Share") : localized("Share \(sheet.linkCount, "link")")
    case .details?: localized("Details")
    case .sync?: localized("Sync with your other devices")
    case .question?: localized("Question")
    case .chooser(let chooser)?: chooser.title
    case .prompt?, .hints?, nil: screen
    }
  }

  /// The screen below all modals.
  private var screen: String {
    if let page = state.reader.page {
      return [
        localized("Reading, \(page.metadata.url.displayHost)"),
        state.reader.canGoBack ? nil : state.reader.list?.position,
      ].compactMap(\.self).list
    }
    if state.tab == .spin {
      let topics = state.spin.wheel.narrowing.values.list
      return [
        localized("Spin"), state.spin.wheel.name,
        topics.isEmpty ? nil : localized("in \(topics)"),
      ].compactMap(\.self).list
    }
    if state.saved.isSidebarFocused { return localized("Filters") }
    let query = state.saved.query
    let name = query.isTrash ? localized("Trash") : localized("Saved")
    // While a filter is typed, only the number of matches is said.
    guard !query.filter.isEmpty, !isFiltering else { return name }
    return localized("\(name), filtered by \(query.filter.text)")
  }

  private var isFiltering: Bool { state.modals.top?.typedLine?.purpose == .filter }

  // MARK: - The report

  /// What happened last, or what's under way.
  var report: String? {
    if let notice = state.notice {
      return notice.kind == .failure ? Symbols.label(symbols.failure, notice.text) : notice.text
    }
    if let key = state.input.pendingKey {
      return localized("\(KeyChord(key).spokenLabel): waiting for the second key")
    }
    if case .share(let sheet)? = state.modals.top { return sheet.announcement(keyMap) }
    if let prompt = state.modals.top?.typedLine { return report(of: prompt) }
    if let elapsed, elapsed >= surroundings.timeout / 2 {
      return localized("Still loading. Gives up after \(surroundings.timeout.secondsText).")
    }
    if state.modals.isEmpty, state.reader.page?.search != nil { return matchCount }
    if state.modals.isEmpty, state.reader.isOpen, let (key, text) = state.readOnText {
      return [key, text].list
    }
    if let job = state.saved.job, state.tab == .saved || job.kind == .importing {
      return [job.announcement, state.stopAdvice].compactMap(\.self).paragraph
    }
    return nil
  }

  /// How long the page on screen has been loading. Nil if it isn't.
  private var elapsed: Duration? {
    guard state.modals.isEmpty else { return nil }
    if let page = state.reader.page {
      if case .loading(let elapsed) = page.phase { return elapsed }
      return nil
    }
    if state.tab == .spin, case .loading(let elapsed)? = state.spin.card?.phase { return elapsed }
    return nil
  }

  private func report(of prompt: Prompt) -> String? {
    switch prompt.purpose {
    case .filter: filterReport(prompt)
    case .find: prompt.text.isEmpty ? nil : matchCount
    case .help:
      state.modals.help.map { HelpLayout($0, in: surroundings).countText }
        .flatMap { $0.isEmpty ? nil : $0 }
    case .address, .title, .newAddress: nil
    }
  }

  private func filterReport(_ prompt: Prompt) -> String {
    let completions = state.completions
    if let choice = prompt.choice, let completion = choice.completion {
      return [
        completion.text, completion.detail,
        localized("\(choice.index + 1) of \(completions.count)"),
      ].filter { !$0.isEmpty }.list
    }
    if let unknown = prompt.filter.unknownWords.first, completions.isEmpty {
      return localized("\(unknown) isn't known")
    }
    let count = state.saved.ids.count.grouped
    return state.saved.query.isFuzzy
      ? localized("no match, \(count) similar")
      : localized("\(count) of \(state.saved.total.grouped)")
  }

  /// The position among the matches in the text.
  private var matchCount: String? {
    guard let search = state.reader.page?.search else { return nil }
    return search.current.map { localized("\($0 + 1) of \(search.matches.count)") }
      ?? localized("no matches")
  }

  // MARK: - The focus

  /// What's at the focus: one line, or the lines of a text.
  var focus: [String] {
    switch state.modals.top {
    case .help?, .details?, .sync?: return state.scrolledText?.spokenLines ?? []
    case .address(let address)?, .code(_, let address)?: return [address]
    case .share(let sheet)?:
      guard sheet.phase == .choosing else { return [] }
      let name = sheet.selected?.name(linkCount: sheet.linkCount)
      return [listed(name, sheet.selection, of: sheet.activities.count)]
    case .question(let question)?: return [question.message(keyMap)]
    case .chooser(let chooser)?: return [line(of: chooser)]
    case .prompt(let prompt)?:
      switch prompt.purpose {
      // Typing says only the number of matches, until the cursor moves.
      case .filter where state.saved.cursor == 0, .find: return []
      case .address, .title, .newAddress: return []
      case .filter, .help: return screenFocus
      }
    case .hints?, nil: return screenFocus
    }
  }

  private func line(of chooser: Chooser) -> String {
    guard let entry = chooser.selected else {
      return chooser.isAwaited ? "" : chooser.emptyMessage
    }
    let key = entry.command?.chords.first?.spokenLabel
    let share = chooser.selectedShare.map(\.spoken)
    // A tag's sign is drawn before it, and its share is said after it.
    let details = (share == nil ? entry.details : []).map { Int($0)?.linkCount ?? $0 }
    let marked = entry.isMarked ? localized("in use") : nil
    // Readers say "number swift" for "#swift".
    let label = " \(entry.label)".replacing(" #", with: " ").trimmingCharacters(in: .whitespaces)
    let text = ([label, share, marked, key].compactMap(\.self) + details)
      .filter { !$0.isEmpty }.list
    return listed(text, chooser.selection, of: chooser.matches.count)
  }

  private func listed(_ text: String?, _ index: Int, of count: Int) -> String {
    guard let text, count > 0 else { return ScreenTexts.noMatches }
    return [text, localized("\((index + 1).grouped) of \(count.grouped)")].list
  }

  private var screenFocus: [String] {
    if let page = state.reader.page { return line(of: page).map { [$0] } ?? [] }
    return [state.tab == .spin ? spin : saved]
  }

  private func line(of page: ReaderPage) -> String? {
    switch page.phase {
    case .loading: return localized("Loading the text of \(page.metadata.url.displayHost)")
    case .failed(let error): return error.description
    case .loaded(let content):
      switch page.selectedLink?.target {
      case .page(let url)?:
        let link = [page.selectedLink?.text ?? "", url.displayHost].list
        return localized("Link: \(link)")
      case .note(let label)?:
        let note = page.selectedNote ?? localized("not here")
        return localized("Note \(label): \(note)")
      case .noteMark(let label)?:
        guard let chord = keyMap.chord(of: "reader.follow", in: state) else {
          return localized("Note \(label)")
        }
        let key = chord.spokenLabel.firstCapitalized
        return localized("Note \(label). \(key) goes back to the text")
      case nil:
        return content.layout.spokenText(of: content.layout.passage(at: page.top, in: surroundings))
      }
    }
  }

  private var spin: String {
    guard let card = state.spin.card else {
      let spins = keyMap.chord(of: "spin.next", in: state)
      let helps = keyMap.chord(of: "app.help", in: state)
      let keys = [
        spins.map { localized("\($0.spokenLabel) spins") },
        helps.map { localized("\($0.spokenLabel) lists the keys") },
      ].compactMap(\.self)
      return [
        state.spin.wheel.progressText, keys.isEmpty ? nil : keys.list,
        state.importOffer,
      ].compactMap(\.self).joined(separator: localized(". "))
    }
    switch card.phase {
    case .loading: return localized("Loading \(card.url.displayHost)")
    case .loaded(let entry):
      let metadata = entry.metadata
      let facts = CardFacts(
        metadata: metadata, now: surroundings.now,
        symbols: symbols)
      return [
        localized("Loaded: \(metadata.displayTitle)"),
        facts.site == metadata.displayTitle ? nil : facts.site,
        facts.length,
        card.isSaved ? localized("saved", context: "state") : localized("not saved"),
      ].compactMap(\.self).list
    case .cancelled: return localized("Cancelled: \(card.url.displayHost)")
    case .failed(let error, _): return [error.sentence, error.explanation].paragraph
    }
  }

  private var saved: String {
    let list = state.saved
    if list.isSidebarFocused { return sidebar }
    // The position is said once, with the new number of links.
    if list.changes.isRemoving { return "" }
    guard let link = list.linkAtCursor, let id = list.cursorID else {
      let (headline, advice) = state.emptyListMessage
      return headline.isEmpty ? "" : [headline, advice].paragraph
    }
    let parts: [String?] = [
      link.metadata.displayTitle, link.metadata.url.displayHost,
      list.selectedIDs.contains(id) ? localized("selected") : nil,
      localized("\((list.cursor + 1).grouped) of \(list.ids.count.grouped)"),
      list.selection.isRange ? localized("range open") : nil,
    ]
    let facts = parts.compactMap(\.self).list
    return list.selectedIDs.isEmpty
      ? facts : localized("\(facts); \(list.selectedIDs.count.grouped) selected")
  }

  private var sidebar: String {
    let rows = SidebarRows(state.saved, in: surroundings)
    let index = rows.index(of: state.saved.sidebar)
    let (entry, row) = rows.entries[index]
    var facts = [entry.label]
    if case .entry(_, let count?) = rows.rows[row] { facts.append(count.linkCount) }
    if rows.isActive(entry) { facts.append(localized("in use")) }
    return listed(facts.list, index, of: rows.entries.count)
  }

  // MARK: - Typing

  /// The line that's typed, with its label.
  private var typedLine: (label: String, prompt: Prompt)? {
    switch state.modals.top {
    case .chooser(let chooser)? where !chooser.text.text.isEmpty:
      (localized("Find:").asLabel, chooser.text)
    default: (state.modals.top?.typedLine).map { ($0.spokenLabel, $0) }
    }
  }

  private func draw(_ line: (label: String, prompt: Prompt), in grid: inout Grid) {
    let (label, prompt) = line
    let y = grid.size.rows - 1
    let x = grid.draw(label, x: 0, y: y)
    let room = max(8, grid.size.columns - x - 1)
    _ = grid.draw(prompt, in: GridRect(x: x, y: y, columns: room, rows: 1))
  }
}

extension Prompt {
  fileprivate var spokenLabel: String {
    switch purpose {
    case .filter: localized("Filter:").asLabel
    case .address: localized("Address to save:").asLabel
    case .title: localized("Title:").asLabel
    case .newAddress: localized("Address:").asLabel
    case .help, .find: localized("Find:").asLabel
    }
  }
}

extension ShareSheet {
  /// What takes a while. Copying doesn't.
  fileprivate func announcement(_ keyMap: KeyMap) -> String? {
    if case .working(_, .copy) = phase { nil } else { progress(keyMap) }
  }
}

extension CardFacts {
  /// How long it takes to read or to watch the page.
  fileprivate var length: String? {
    if let minutes = metadata.readingMinutes { return localized("\(minutes) min read") }
    let duration = metadata.video?.duration ?? metadata.remoteVideo?.duration
    return duration?.minutesText
  }
}

extension Duration {
  fileprivate var minutesText: String {
    let minutes = max(1, Int((self / .seconds(60)).rounded()))
    return localized("\(minutes, "minute")")
  }
}
