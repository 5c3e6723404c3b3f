import Articles
import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// Describes the state of the screen in one line. Screen readers read it out when it changes.
///
/// Depends only on the state, not on the events that led to it.
struct StatusLine {
  let state: AppState

  /// Returns the line. Truncates the title to make room for the text around it.
  func text(columns: Int) -> String {
    let (before, title, after) = parts
    let room = columns - DisplayWidth.columns(of: before + after)
    return before
      + TextWrapping.truncated(
        title, columns: max(Self.titleMinimum, room),
        ellipsis: state.appearance.symbols.ellipsis)
      + after
  }

  private static let titleMinimum = 16

  private typealias Parts = (before: String, title: String, after: String)

  private var parts: Parts {
    if let key = state.input.pendingKey {
      return ("\(key.label): waiting for the second key", "", "")
    }
    switch state.modals.top {
    case .palette(let palette)?:
      let count = palette.matches.count
      let countText = count == 0 ? "no matches" : ", \(palette.selection + 1) of \(count)"
      return ("Commands: ", palette.selected?.title ?? "", countText)
    case .help(let help)?:
      return (HelpLayout(help, in: state.surroundings).statusText, "", "")
    case .address?: return ("The whole address", "", "")
    case .code?: return ("QR code", "", "")
    case .share(let sheet)?: return share(sheet)
    case .details(let details)?:
      let layout = DetailsLayout(details, in: state.surroundings)
      return ("Details: ", details.metadata.displayTitle, ", \(layout.positionText)")
    case .sync?: return ("Sync with your other devices", "", syncPosition)
    case .question(let question)?: return (question.message, "", "")
    case .chooser(let chooser)?:
      let count = chooser.matches.count
      let countText = count == 0 ? "no matches" : ", \(chooser.selection + 1) of \(count)"
      let share = chooser.selectedShare.map { ", \($0.spoken)" } ?? ""
      return ("\(chooser.title): ", chooser.selected?.label ?? "", share + countText)
    case .prompt(let prompt)?: return line(of: prompt)
    case .hints?, nil: return screen
    }
  }

  private func line(of prompt: Prompt) -> Parts {
    switch prompt.purpose {
    case .filter: filter(prompt)
    case .address: ("Address to save", "", "")
    case .title: ("Title", "", "")
    case .newAddress: ("Address", "", "")
    case .find: ("Find: ", prompt.text, matchCountText)
    case .help: screen
    }
  }

  /// The screen below all modals.
  private var screen: Parts {
    if let page = state.reader.page { return reader(page) }
    return state.tab == .spin ? spin : saved
  }

  private func share(_ sheet: ShareSheet) -> Parts {
    guard let activity = sheet.selected else { return ("Share", "", "") }
    return (
      "Share: ", activity.name(linkCount: sheet.linkCount),
      ", \(sheet.selection + 1) of \(sheet.activities.count)"
    )
  }

  private func reader(_ page: ReaderPage) -> Parts {
    switch page.phase {
    case .loading(let elapsed):
      return (
        "Loading the text of ", page.metadata.url.displayHost,
        loadingText(elapsed)
      )
    case .failed(let error): return (error.description, "", "")
    case .loaded:
      switch page.selectedLink?.target {
      case .page(let url)?: return ("Link: ", page.selectedLink?.text ?? "", ", \(url.displayHost)")
      case .note(let label)?: return ("Note \(label): ", page.selectedNote ?? "not here", "")
      case .noteMark(let label)?: return ("Note \(label). Enter goes back to the text", "", "")
      case nil: break
      }
      let progress = state.reader.position(in: state.surroundings)?.spoken ?? ""
      return ("Reading: ", page.title, "\(progress)" + (page.readAt == nil ? "" : ", read"))
    }
  }

  private func loadingText(_ elapsed: Duration) -> String {
    ", \(Int(elapsed / .seconds(1))) s (gives up after \(state.timeout.secondsText))"
  }

  private var syncPosition: String {
    guard let status = state.sync.status else { return "" }
    let layout = SyncLayout(status, scroll: state.sync.scroll, in: state.surroundings)
    return layout.scrollLimit > 0 ? ", \(layout.positionText)" : ""
  }

  private var matchCountText: String {
    guard let search = state.reader.page?.search else { return "" }
    return search.current.map { ", \($0 + 1) of \(search.matches.count)" } ?? ", no matches"
  }

  private var spin: Parts {
    guard let spin = state.spin.card else {
      return ("Spin: \(state.spin.wheel.progressText)", "", "")
    }
    switch spin.phase {
    case .loading(let elapsed):
      return (
        "Loading ", spin.url.displayHost,
        loadingText(elapsed)
      )
    case .loaded(let entry):
      return ("Loaded: ", entry.metadata.displayTitle, spin.isSaved ? ", saved" : "")
    case .cancelled: return ("Cancelled: ", spin.url.displayHost, "")
    case .failed(let error, _):
      let explanation = error.explanation
      let end = explanation.hasSuffix(".") ? 1 : 0
      return ("\(error.sentence.dropLast()): ", String(explanation.dropLast(end)), "")
    }
  }

  private var saved: Parts {
    let list = state.saved
    if list.isSidebarFocused { return sidebar }
    guard !list.ids.isEmpty else {
      let (headline, advice) = ScreenTexts(state).emptyListMessage
      return ("\(headline) \(advice)", "", "")
    }
    let name =
      list.query.isFuzzy
      ? "Similar" : list.query.isTrash ? "Trash" : list.query.filter.isEmpty ? "Saved" : "Filtered"
    let work = state.saved.job.map { ". \($0.progressText)" } ?? ""
    return ("\(name): ", list.linkAtCursor?.metadata.displayTitle ?? "", position + work)
  }

  private var sidebar: Parts {
    let rows = SidebarRows(state.saved, in: state.surroundings)
    let index = rows.index(of: state.saved.sidebar)
    let (entry, row) = rows.entries[index]
    var facts = ", \(index + 1) of \(rows.entries.count)"
    if case .entry(_, let count?) = rows.rows[row] { facts = ", \(count.linkCount)\(facts)" }
    return ("Filters: ", entry.label, facts + (rows.isActive(entry) ? ", in use" : ""))
  }

  /// The position in the list and the selection: `, 3 of 12, selected; 2 selected`.
  private var position: String {
    let list = state.saved
    let isMarked = list.cursorID.map(list.selectedIDs.contains) == true
    return ", \(list.cursor + 1) of \(list.ids.count)" + (isMarked ? ", selected" : "")
      + (list.selectedIDs.isEmpty ? "" : "; \(list.selectedIDs.count) selected")
      + (list.selection.isRange ? ", range open" : "")
  }

  private func filter(_ prompt: Prompt) -> Parts {
    let count =
      state.saved.query.isFuzzy
      ? "Filter: no match, \(state.saved.ids.count.grouped) similar"
      : "Filter: \(state.saved.ids.count.grouped) of \(state.saved.total.linkCount)"
    let completions = ScreenTexts(state).completions
    if let choice = prompt.choice, let completion = choice.completion {
      return (
        "\(count); ", completion.text,
        ", \(completion.detail), \(choice.index + 1) of \(completions.count)"
      )
    }
    let offer =
      prompt.offersCompletions && !prompt.text.isEmpty
      ? completions.first.map { "; tab completes \($0.text)" } ?? "" : ""
    guard let selected = state.saved.linkAtCursor else { return (count + offer, "", "") }
    return ("\(count); ", selected.metadata.displayTitle, position + offer)
  }
}
