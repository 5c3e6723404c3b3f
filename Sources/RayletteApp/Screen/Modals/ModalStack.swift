/// The modals over the screen, from the bottom to the top.
public struct ModalStack: Equatable, Sendable {
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
  public var isForSelecting: Bool { top?.isForSelecting == true }

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
  mutating func closeLines() { close(where: \.passesClicks) }

  /// Cancels the requests of modals that were closed.
  mutating func cancelAbandoned() -> [Effect] {
    defer { abandoned = [] }
    return abandoned.map { .cancel($0) }
  }
}

/// Access to a feature's state on the stack. Setting a state to nil closes its modal.
extension ModalStack {
  var help: HelpState? {
    get { last { if case .help(let help) = $0 { help } else { nil } } }
    set { replace(with: newValue.map(Modal.help)) { if case .help = $0 { true } else { false } } }
  }

  var palette: Palette? {
    get { last { if case .palette(let palette) = $0 { palette } else { nil } } }
    set {
      replace(with: newValue.map(Modal.palette)) {
        if case .palette = $0 { true } else { false }
      }
    }
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
