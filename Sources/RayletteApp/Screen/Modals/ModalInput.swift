import Foundation
import Links
import Markup
import TerminalGrid

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
  ///   - completion: the completion of the word at a prompt's cursor.
  ///   - history: the previous filters.
  mutating func type(
    _ key: Key, completion: String?, history: FilterHistory, in context: inout UpdateContext
  ) -> Typing {
    switch top {
    case .help(var help)?:
      guard help.isTyping else { return .passed }
      help.type(key, in: context.surroundings)
      top = .help(help)
    case .palette(var palette)?:
      if key == .backspace, palette.text.text.isEmpty {
        close()
        return .used
      }
      guard palette.edit(key) else { return .meaningless }
      top = .palette(palette)
    case .chooser(var chooser)?:
      if key == .backspace, chooser.text.text.isEmpty {
        close()
        return .used
      }
      guard chooser.edit(key) else { return .meaningless }
      top = .chooser(chooser)
    case .prompt(var prompt)?:
      let event = prompt.type(key, completion: completion, history: history)
      switch event {
      case .cancelled?, .entered?: close()
      case .typed?, .moved?, nil: top = .prompt(prompt)
      }
      if let action = event.flatMap(prompt.action) { context.ask(.send(action)) }
    case .hints(let hints)?:
      close()
      switch hints.typing(key) {
      case .link(let link): context.ask(.send(.reader(.linkPicked(link))))
      case .hints(let hints): open(.hints(hints))
      case .nothing: break
      }
    case .details?, .sync?, .address?, .code?, .share?, .question?, nil: return .passed
    }
    return .used
  }

  // MARK: - Paste

  /// Inserts pasted text where text is typed. Otherwise, asks whether to save the addresses in the
  /// text.
  mutating func paste(_ text: String, in context: inout UpdateContext) {
    switch top {
    case .help(var help)? where help.isTyping:
      help.paste(text)
      top = .help(help)
    case .palette(var palette)?:
      palette.paste(text)
      top = .palette(palette)
    case .chooser(var chooser)?:
      chooser.paste(text)
      top = .chooser(chooser)
    case .prompt(var prompt)?:
      prompt.paste(text)
      top = .prompt(prompt)
      if let action = prompt.action(for: .typed) { context.ask(.send(action)) }
    case .share?: context.notice = .information("Close the share sheet first, then paste again.")
    case .help?, .details?, .sync?, .address?, .code?, .question?, .hints?, nil:
      askToSave(addressesIn: text, in: &context)
    }
  }

  private mutating func askToSave(addressesIn text: String, in context: inout UpdateContext) {
    var urls = URL.webAddresses(in: text)
    // Names without a scheme in other texts are mostly not meant as addresses.
    if urls.isEmpty, let url = WebAddress(typed: text)?.url, url.scheme == "http" { urls = [url] }
    guard !urls.isEmpty else {
      context.notice = .information("No web address in what was pasted.")
      return
    }
    if context.canSave() { replaceAll(with: .question(.save(urls))) }
  }

  // MARK: - Mouse

  /// Handles the mouse: a click chooses an entry, a click beside a modal closes the modal, and the
  /// wheel scrolls.
  /// - Parameter below: the action of the event on the screen below.
  mutating func handle(
    _ event: MouseEvent, below: Action?, in context: inout UpdateContext
  ) -> [Effect] {
    switch event {
    case .scrolled(let rows):
      if let action = scrolling(by: rows, below: below) { context.ask(.send(action)) }
      return []
    case .pressed(let x, let y, _): return press(x: x, y: y, below: below, in: &context)
    }
  }

  private mutating func press(
    x: Int, y: Int, below: Action?, in context: inout UpdateContext
  ) -> [Effect] {
    switch top {
    case .help?, .address?, .code?, .question?: close()
    case .details?, .sync?: break
    case .palette(var palette)?:
      let box = PaletteLayout(palette, in: context.surroundings).box
      if let index = box.entry(atX: x, y: y), palette.matches.indices.contains(index) {
        palette.select(index)
        top = .palette(palette)
        context.ask(.send(.palette(.confirmed)))
      } else if !box.frame.contains(x: x, y: y) {
        close()
      }
    case .chooser(var chooser)?:
      let layout = ChooserLayout(chooser, in: context.surroundings)
      if let index = layout.entry(atX: x, y: y), chooser.matches.indices.contains(index) {
        chooser.select(index)
        top = .chooser(chooser)
        context.ask(.send(.chooser(.confirmed)))
      } else if !layout.frame.contains(x: x, y: y) {
        close()
      }
    case .share(var sheet)?:
      guard sheet.phase == .choosing else { return [] }
      let layout = ShareLayout(sheet, in: context.surroundings)
      if let index = layout.activity(atX: x, y: y) {
        let effects = sheet.choose(at: index, in: &context)
        top = .share(sheet)
        return effects
      }
      if !layout.frame.contains(x: x, y: y) { close() }
    case .prompt(let prompt)?:
      // Tags are typed for the links that were targets when the prompt appeared.
      if y == 0 || prompt.purpose == .filter, let below { context.ask(.send(below)) }
    case .hints?:
      close()
      if let below { context.ask(.send(below)) }
    case nil: if let below { context.ask(.send(below)) }
    }
    return []
  }

  private func scrolling(by rows: Int, below: Action?) -> Action? {
    let movement: Movement = rows < 0 ? .up : .down
    return switch top {
    case .palette?: .palette(.moved(movement))
    case .help?: .help(.scrolled(.lines(rows)))
    case .chooser?: .chooser(.moved(movement))
    case .share(let sheet)?:
      sheet.phase == .choosing ? .share(.moved(by: rows.signum())) : nil
    case .details?: .details(.moved(movement))
    case .sync?, .address?, .code?, .question?: nil
    case .prompt?, .hints?, nil: below
    }
  }
}
