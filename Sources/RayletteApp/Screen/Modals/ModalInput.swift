import Foundation
import Links
import Markup
import TerminalGrid

/// Handles input in the top modal. Input that the modal doesn't use is for the screen below.
extension AppState {
  // MARK: - Keys

  /// Types a key, if the top modal takes text.
  /// - Returns: The effects, or nil if keys are commands there.
  mutating func type(_ key: Key) -> [Effect]? {
    switch modals.top {
    case .help(var help)?:
      guard help.isTyping else { return nil }
      help.type(key, in: surroundings)
      modals.top = .help(help)
      return []
    case .palette(var palette)?:
      return narrow(by: key, isTyped: !palette.text.text.isEmpty) {
        palette.edit(key) ? .palette(palette) : nil
      }
    case .chooser(var chooser)?:
      return narrow(by: key, isTyped: !chooser.text.text.isEmpty) {
        chooser.edit(key) ? .chooser(chooser) : nil
      }
    case .prompt(let prompt)?: return edit(prompt, with: key)
    case .hints(let hints)?:
      modals.close()
      switch hints.typing(key) {
      case .link(let link): return respond(to: .reader(.linkPicked(link)))
      case .hints(let hints): modals.open(.hints(hints))
      case .nothing: break
      }
      return []
    case .details?, .sync?, .address?, .code?, .share?, .question?, nil: return nil
    }
  }

  /// Runs the command of a key, or else narrows a list by it. Closes the list if there's nothing to
  /// delete.
  /// - Parameter edited: The narrowed list, or nil if the key has no meaning there.
  private mutating func narrow(
    by key: Key, isTyped: Bool, _ edited: () -> Modal?
  ) -> [Effect] {
    if let action = self.keyMap.action(for: key, in: self) { return perform(command: action) }
    if key == .backspace, !isTyped {
      modals.close()
    } else if let modal = edited() {
      modals.top = modal
    } else {
      explain(key)
    }
    return []
  }

  // MARK: - Paste

  /// Inserts pasted text where text is typed. Elsewhere, asks whether to save the addresses in it.
  mutating func paste(_ text: String) -> [Effect] {
    switch modals.top {
    case .help(var help)? where help.isTyping:
      help.paste(text)
      modals.top = .help(help)
    case .palette(var palette)?:
      palette.paste(text)
      modals.top = .palette(palette)
    case .chooser(var chooser)?:
      chooser.paste(text)
      modals.top = .chooser(chooser)
    case .prompt(var prompt)?:
      prompt.paste(text)
      return show(prompt)
    case .share?: notice = .information("Close the share sheet first, then paste again.")
    case .help?, .details?, .sync?, .address?, .code?, .question?, .hints?, nil:
      askToSave(addressesIn: text)
    }
    return []
  }

  private mutating func askToSave(addressesIn text: String) {
    var urls = URL.webAddresses(in: text)
    // Of bare names in other texts, most aren't meant as addresses.
    if urls.isEmpty, let url = WebAddress(typed: text)?.url, url.scheme == "http" { urls = [url] }
    guard !urls.isEmpty else {
      notice = .information("No web address in what was pasted.")
      return
    }
    if canSave() { modals.replaceAll(with: .question(.save(urls))) }
  }

  // MARK: - Mouse

  /// Handles the mouse: a click moves the cursor or presses a button, a double click opens the
  /// link, and the wheel scrolls.
  mutating func handle(_ event: MouseEvent) -> [Effect] {
    switch event {
    case .scrolled(let rows): scroll(by: rows)
    case .pressed(let x, let y, let count): press(x: x, y: y, count: count)
    }
  }

  private mutating func press(x: Int, y: Int, count: Int) -> [Effect] {
    switch modals.top {
    case .help?, .address?, .code?, .question?: modals.close()
    case .details?, .sync?: break
    case .palette(var palette)?:
      let box = PaletteLayout(palette, in: surroundings).box
      if let index = box.entry(atX: x, y: y), palette.matches.indices.contains(index) {
        palette.select(index)
        modals.top = .palette(palette)
        return runPaletteCommand()
      }
      if !box.frame.contains(x: x, y: y) { modals.close() }
    case .chooser(var chooser)?:
      let layout = ChooserLayout(chooser, in: surroundings)
      if let index = layout.entry(atX: x, y: y), chooser.matches.indices.contains(index) {
        chooser.select(index)
        modals.top = .chooser(chooser)
        return choose()
      }
      if !layout.frame.contains(x: x, y: y) { modals.close() }
    case .share(let sheet)?:
      guard sheet.phase == .choosing else { return [] }
      let layout = ShareLayout(sheet, in: surroundings)
      if let index = layout.activity(atX: x, y: y) {
        return updateModal(\.sheet) { $0.choose(at: index, in: &$1) }
      }
      if !layout.frame.contains(x: x, y: y) { modals.close() }
    case .prompt(let prompt)?:
      if y == 0 { return pressOnHeader(x: x) }
      // Tags are typed for the links that were targets when the prompt appeared.
      guard prompt.purpose == .filter, let id = link(atX: x, y: y) else { return [] }
      return respond(to: .saved(.rowPressed(id, count: count)))
    case .hints?:
      modals.close()
      return pressOnScreen(x: x, y: y, count: count)
    case nil: return pressOnScreen(x: x, y: y, count: count)
    }
    return []
  }

  private mutating func scroll(by rows: Int) -> [Effect] {
    let movement: Movement = rows < 0 ? .up : .down
    switch modals.top {
    case .palette?: return respond(to: .palette(.moved(movement)))
    case .help?: return respond(to: .help(.scrolled(.lines(rows))))
    case .chooser?: return respond(to: .chooser(.moved(movement)))
    case .share(let sheet)?:
      return sheet.phase == .choosing ? respond(to: .share(.moved(by: rows.signum()))) : []
    case .details?: return respond(to: .details(.moved(movement)))
    case .sync?, .address?, .code?, .question?: return []
    case .prompt?, .hints?, nil: return scrollScreen(by: rows)
    }
  }
}
