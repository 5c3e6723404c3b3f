import Foundation
import Links
import Localization
import Markup
import TerminalGrid

/// The modals over the screen, from the bottom to the top.
package struct ModalStack: Equatable, Sendable {
  private(set) var all: [Modal] = []
  /// The requests of modals that were closed before the results arrived.
  private var abandoned: [RequestID] = []

  /// The modal that gets the input. Setting it to nil closes it.
  var top: Modal? {
    get { all.last }
    set {
      guard let newValue else { return close() }
      if all.isEmpty { open(newValue) } else { all[all.count - 1] = newValue }
    }
  }

  var isEmpty: Bool { all.isEmpty }

  /// Whether the mouse should select text, as the terminal does by itself.
  package var isForSelecting: Bool { top?.isForSelecting == true }

  mutating func open(_ modal: Modal) { all.append(modal) }

  /// Closes the top modal.
  mutating func close() {
    if let closed = all.popLast() { abandoned += closed.pendingIDs }
  }

  /// Closes the modals that match.
  mutating func close(where matches: (Modal) -> Bool) {
    abandoned += all.filter(matches).flatMap(\.pendingIDs)
    all.removeAll(where: matches)
  }

  /// Closes all modals, and opens another one.
  mutating func replaceAll(with modal: Modal) {
    close { _ in true }
    open(modal)
  }

  /// Closes the lines being typed and the letters at links, which are for the screen below.
  mutating func closeLines() { close { $0.layer == .line } }

  /// Returns the requests of modals that were closed since the last time.
  mutating func takeAbandoned() -> [RequestID] {
    defer { abandoned = [] }
    return abandoned
  }
}

/// Access to a feature's state on the stack. Setting a state to nil closes its modal.
extension ModalStack {
  var help: HelpState? {
    get { last { if case .help(let help) = $0 { help } else { nil } } }
    set { replace(with: newValue.map(Modal.help)) { if case .help = $0 { true } else { false } } }
  }

  var details: LinkDetails? {
    get { last { if case .details(let details) = $0 { details } else { nil } } }
    set {
      replace(with: newValue.map(Modal.details)) {
        if case .details = $0 { true } else { false }
      }
    }
  }

  var sheet: ShareSheet? {
    get { last { if case .share(let sheet) = $0 { sheet } else { nil } } }
    set {
      replace(with: newValue.map(Modal.share)) { if case .share = $0 { true } else { false } }
    }
  }

  var chooser: Chooser? {
    get { last { if case .chooser(let chooser) = $0 { chooser } else { nil } } }
    set {
      replace(with: newValue.map(Modal.chooser)) {
        if case .chooser = $0 { true } else { false }
      }
    }
  }

  private func last<Part>(_ part: (Modal) -> Part?) -> Part? {
    all.reversed().lazy.compactMap(part).first
  }

  /// Does nothing if the stack has no modal of the kind.
  private mutating func replace(with modal: Modal?, where matches: (Modal) -> Bool) {
    guard let index = all.lastIndex(where: matches) else { return }
    if let modal {
      all[index] = modal
    } else {
      abandoned += all.remove(at: index).pendingIDs
    }
  }
}

/// The result of a key in the top modal.
enum Typing {
  case used
  /// The modal takes text, but the key doesn't type or edit any.
  case meaningless
  /// The modal takes no text, so keys are commands.
  case passed
}

/// Handles the input of the top modal. Unused input is for the screen below.
extension ModalStack {
  /// Types a key, if the top modal takes text.
  /// - Parameters:
  ///   - completions: the completions of a line, from which tab chooses.
  ///   - history: the previous filters.
  mutating func type(
    _ key: Key, completions: [Completion], history: [String], in context: inout UpdateContext
  ) -> Typing {
    if case .character = key, let refusal = typedText?.refusalOfCharacter {
      context.fail(refusal)
      return .used
    }
    switch top {
    case .help(var help)?:
      guard help.isTyping else { return .passed }
      help.type(key, in: context.surroundings)
      top = .help(help)
    case .chooser(var chooser)?:
      if key == .backspace, chooser.text.text.isEmpty {
        close()
        return .used
      }
      guard chooser.edit(key) else { return .meaningless }
      top = .chooser(chooser)
    case .prompt(var prompt)?:
      let event = prompt.type(key, completions: completions, history: history)
      switch event {
      case .cancelled?, .entered?: close()
      case .typed?, .moved?, nil: top = .prompt(prompt)
      }
      if let event { context.then { [prompt] in $0.handle(event, in: prompt) } }
    case .hints(let hints)?:
      close()
      switch hints.typing(key) {
      case .link(let link):
        context.then { $0.reader.select(link: link, in: $0.surroundings) }
      case .hints(let hints): open(.hints(hints))
      case .nothing: break
      }
    case .details?, .sync?, .address?, .code?, .share?, .question?, nil: return .passed
    }
    return .used
  }

  /// The text that's typed in the top modal.
  private var typedText: Prompt? {
    if case .chooser(let chooser)? = top { chooser.text } else { top?.typedLine }
  }

  /// Puts a completion in the line that's typed.
  mutating func choose(_ index: Int, of completions: [Completion], in context: inout UpdateContext)
  {
    guard case .prompt(var prompt)? = top else { return }
    prompt.choose(index, of: completions)
    top = .prompt(prompt)
    context.then { [prompt] in $0.handle(.typed, in: prompt) }
  }

  // MARK: - Paste

  /// Inserts pasted text where text is typed. Otherwise, asks whether to save the addresses in the
  /// text.
  mutating func paste(_ text: String, in context: inout UpdateContext) {
    var missing: String?
    switch top {
    case .help(var help)? where help.isTyping:
      missing = help.paste(text)
      top = .help(help)
    case .chooser(var chooser)?:
      missing = chooser.paste(text)
      top = .chooser(chooser)
    case .prompt(let prompt)?
    where prompt.purpose == .address && URL.webAddresses(in: text, limit: 2).count > 1:
      // One line has no room for several. What was typed before counts as one of them.
      askToSave(addressesIn: prompt.text + "\n" + text, in: &context)
    case .prompt(var prompt)?:
      missing = prompt.paste(text)
      top = .prompt(prompt)
      context.then { [prompt] in $0.handle(.typed, in: prompt) }
    case .share?:
      context.inform(localized("Close the share sheet first, then paste again."))
    case .help?, .details?, .sync?, .address?, .code?, .question?, .hints?, nil:
      askToSave(addressesIn: text, in: &context)
    }
    if let missing { context.fail(missing) }
  }

  private mutating func askToSave(addressesIn text: String, in context: inout UpdateContext) {
    var urls = URL.webAddresses(in: text, limit: .max)
    // Names without a scheme in other texts are mostly not meant as addresses.
    if urls.isEmpty, let url = WebAddress(typed: text)?.url, url.scheme == "http" { urls = [url] }
    guard !urls.isEmpty else {
      return context.inform(localized("No web address in what was pasted."))
    }
    if context.canSave() { replaceAll(with: .question(.save(urls))) }
  }

  // MARK: - Mouse

  /// Handles the mouse: a click chooses an entry, a click beside a modal closes the modal, and the
  /// wheel scrolls.
  /// - Parameter below: the action of the event on the screen below.
  mutating func handle(_ event: MouseEvent, below: Action?, in context: inout UpdateContext) {
    switch event {
    case .scrolled(let rows):
      scroll(by: rows, below: below, in: &context)
      return
    case .pressed(let x, let y, _): return press(x: x, y: y, below: below, in: &context)
    }
  }

  private mutating func press(x: Int, y: Int, below: Action?, in context: inout UpdateContext) {
    switch top {
    case .help?, .address?, .code?, .question?: close()
    case .details?, .sync?: break
    case .chooser(var chooser)?:
      let layout = ChooserLayout(chooser, in: context.surroundings)
      if let index = layout.entry(atX: x, y: y), chooser.matches.indices.contains(index) {
        chooser.select(index)
        top = .chooser(chooser)
        if chooser.isTagging { self.chooser?.toggle() } else { context.then { $0.choose() } }
      } else if !layout.frame.contains(x: x, y: y) {
        close()
      }
    case .share(var sheet)?:
      guard sheet.phase == .choosing else { return }
      let layout = ShareLayout(sheet, in: context.surroundings)
      if let index = layout.activity(atX: x, y: y) {
        sheet.choose(at: index, in: &context)
        top = .share(sheet)
        return
      }
      if !layout.frame.contains(x: x, y: y) { close() }
    case .prompt(let prompt)?:
      // A title and an address are typed for the link at the cursor when the prompt appeared.
      if y == 0 || prompt.purpose == .filter, let below { context.send(below) }
    case .hints?:
      close()
      if let below { context.send(below) }
    case nil: if let below { context.send(below) }
    }
  }

  private mutating func scroll(by rows: Int, below: Action?, in context: inout UpdateContext) {
    switch top {
    case .help(var help)?:
      help.scroll(by: rows, in: context.surroundings)
      top = .help(help)
    case .chooser?, .share?, .details?, .sync?:
      context.then { $0.run((rows < 0 ? Movement.up : .down).command) }
    case .address?, .code?, .question?: break
    case .prompt?, .hints?, nil: if let below { context.send(below) }
    }
  }
}
