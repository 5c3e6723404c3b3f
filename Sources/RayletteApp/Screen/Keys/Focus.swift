/// A screen or modal that gets the keys. A command belongs to one or more of these.
enum Focus: Hashable, Sendable, CaseIterable {
  case spin, saved
  /// The sidebar of Saved.
  case sidebar
  case details, help
  case reader
  /// The state of the exchange with other devices.
  case sync
  /// The share sheet.
  case sharing
  /// A whole address or a QR code.
  case address
  case question
  /// A list that's narrowed by typing: tags, or saved searches.
  case chooser
  case palette

  static let tabs: Set<Focus> = [.spin, .saved]

  /// Whether the screen takes typed characters, so that they can't be keys of commands.
  var takesText: Bool { self == .chooser || self == .palette }
}

extension Focus {
  /// The screen or the modal that gets the keys now.
  init(of state: AppState) {
    self = state.modals.all.reversed().lazy.compactMap(\.focus).first ?? Focus(belowModalsOf: state)
  }

  /// The screen below all modals.
  init(belowModalsOf state: AppState) {
    self =
      state.reader.isOpen
      ? .reader : state.tab == .spin ? .spin : state.saved.isSidebarFocused ? .sidebar : .saved
  }
}
