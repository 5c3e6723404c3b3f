import Foundation
import Links
import Localization
import TerminalGrid

/// A view or a line over the screen, until it's closed. The top one gets the input.
enum Modal: Equatable, Sendable {
  case help(HelpState)
  /// Everything known about a link.
  case details(LinkDetails)
  /// The state of the exchange with other devices.
  case sync
  /// An address by itself, so that it can be selected and copied by hand.
  case address(String)
  /// A QR code by itself.
  case code(QRCode, address: String)
  case share(ShareSheet)
  /// A list to choose from.
  case chooser(Chooser)
  /// An action that needs to be confirmed.
  case question(Question)
  /// A line being typed.
  case prompt(Prompt)
  /// The letters at links in the reader, while one is being picked.
  case hints(LinkHints)
}

extension Modal {
  /// The focus of the modal's keys, or nil if unused keys are for the screen below.
  var focus: Focus? {
    switch self {
    case .help: .help
    case .details: .details
    case .sync: .sync
    case .address, .code: .address
    case .share: .sharing
    case .chooser(let chooser): chooser.focus
    case .question: .question
    case .prompt, .hints: nil
    }
  }

  /// What a modal covers.
  enum Layer {
    /// The whole screen, including the header and the rules.
    case whole
    /// The space between header and footer.
    case body
    /// A box over the screen.
    case box
    /// The footer, or nothing, so that clicks outside are for the screen below.
    case line
  }

  var layer: Layer {
    switch self {
    case .address, .code: .whole
    case .help, .details, .sync: .body
    case .share, .chooser, .question: .box
    case .prompt, .hints: .line
    }
  }

  /// Whether the pictures below aren't loaded while the modal is open.
  var delaysPictures: Bool { if case .help = self { true } else { false } }

  /// Whether the mouse selects text, as the terminal does by itself.
  var isForSelecting: Bool { if case .address = self { true } else { false } }

  /// The requests whose results only the modal needs.
  var pendingIDs: [RequestID] {
    switch self {
    case .details(let details): details.pendingIDs
    case .chooser(let chooser): [chooser.request.pendingID].compactMap(\.self)
    case .help, .sync, .address, .code, .share, .question, .prompt, .hints: []
    }
  }

  /// Whether typing in the modal requests another list.
  var filtersList: Bool {
    if case .prompt(let prompt) = self { prompt.purpose == .filter } else { false }
  }

  /// The line that's typed in place of the footer, if any.
  var typedLine: Prompt? {
    switch self {
    case .prompt(let prompt): prompt
    case .help(let help): help.typedSearch
    case .details, .sync, .address, .code, .share, .chooser, .question, .hints: nil
    }
  }

  /// Whether the modal shows a message in place of a notice.
  var hasMessage: Bool {
    switch self {
    case .share(let sheet): sheet.phase != .choosing
    case .question: true
    case .help, .details, .sync, .address, .code, .chooser, .prompt, .hints: false
    }
  }

  /// The message that the modal shows in place of a notice.
  /// - Parameter hasFooter: whether the footer shows the keys.
  func message(hasFooter: Bool, _ keyMap: KeyMap) -> String? {
    switch self {
    case .share(let sheet): sheet.progress(keyMap)
    case .question(let question): hasFooter ? question.text : question.message(keyMap)
    case .help, .details, .sync, .address, .code, .chooser, .prompt, .hints: nil
    }
  }
}

extension Modal {
  func draw(in grid: inout Grid, of state: AppState) {
    let surroundings = state.surroundings
    switch self {
    case .address(let address):
      AddressView(address: address, appearance: surroundings.appearance).draw(in: &grid)
    case .code(let code, let address):
      QRCodeView(code: code, address: address, appearance: surroundings.appearance)
        .draw(in: &grid)
    case .help(let help): HelpView(help, in: surroundings).draw(in: &grid)
    case .details(let details):
      FactsView(FactsLayout(details, in: surroundings), in: surroundings).draw(in: &grid)
    case .sync:
      guard let status = state.sync.status else { return }
      let layout = FactsLayout(status, scroll: state.sync.scroll, in: surroundings)
      FactsView(layout, in: surroundings).draw(in: &grid)
    case .chooser(let chooser): ChooserView(chooser, in: surroundings).draw(in: &grid)
    case .share(let sheet): ShareView(sheet, in: state).draw(in: &grid)
    case .prompt: CompletionView(state)?.draw(in: &grid)
    case .question, .hints: break
    }
  }

  /// Whether the last row is free for the footer.
  func leavesFooter(in surroundings: Surroundings) -> Bool {
    guard case .code(let code, let address) = self else { return true }
    return QRCodeView(code: code, address: address, appearance: surroundings.appearance)
      .leavesFooter(in: surroundings.size)
  }
}

/// An action that needs to be confirmed.
enum Question: Equatable, Sendable {
  /// Open many links?
  case open([SavedLink.ID])
  /// Check many links?
  case check([SavedLink.ID])
  /// Load many pages again?
  case refresh([SavedLink.ID])
  /// Save pasted addresses?
  case save([URL])
  /// Delete the listed links in the trash? Links that are removed later stay.
  case emptyTrash(count: Int, removedBefore: Date)
  /// Forget which cards came up?
  case clearHistory
  /// Take back a change that's large, or that the screen hasn't shown?
  case undo(LinkChange.ID, String)

  var text: String {
    switch self {
    case .open(let ids): localized("Open \(ids.count, "link")?")
    case .check(let ids): localized("Check \(ids.count, "link")? That fetches each page.")
    case .refresh(let ids): localized("Load \(ids.count, "link") again? That fetches each page.")
    case .save(let urls) where urls.count == 1: localized("Save \(urls[0].absoluteString)?")
    case .save(let urls): localized("Save \(urls.count, "pasted address", "pasted addresses")?")
    case .emptyTrash(let count, _): localized("Delete \(count, "link") for good?")
    case .clearHistory: localized("Clear the history for good? Saved links and what was seen stay.")
    case .undo(_, let change): localized("Undo: \(change)?")
    }
  }

  /// The question with the keys that answer it.
  func message(_ keyMap: KeyMap) -> String {
    let (yes, no) = (keyMap.label(of: "question.yes"), keyMap.label(of: "question.no"))
    return yes.isEmpty || no.isEmpty ? text : [text, answers(yes, no)].paragraph
  }

  private func answers(_ yes: String, _ no: String) -> String {
    switch self {
    case .open: localized("\(yes) opens, \(no) cancels")
    case .check: localized("\(yes) checks, \(no) cancels")
    case .refresh: localized("\(yes) loads, \(no) cancels")
    case .save: localized("\(yes) saves, \(no) cancels")
    case .emptyTrash: localized("\(yes) deletes, \(no) cancels")
    case .clearHistory: localized("\(yes) clears, \(no) cancels")
    case .undo: localized("\(yes) undoes, \(no) cancels")
    }
  }
}
