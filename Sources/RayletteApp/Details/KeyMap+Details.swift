/// The keys of the details of a link.
extension KeyMap {
  static let details: [KeyBinding] = [
    KeyBinding(
      keys: [.character("i")], label: "i", hint: "details",
      help: "all details of this link",
      section: .share, action: .detailsPressed,
      isAvailable: { isUncovered($0) && $0.detailsSubject != nil }),
    KeyBinding(
      keys: [.escape, .character("i"), .character("q"), .enter], label: "esc", hint: "back",
      help: "", section: nil, action: .detailsClosed, isAvailable: { $0.details != nil }),
    movement([.character("j"), .down], "j", hint: "down", .down),
    movement([.character("k"), .up], "k", hint: "up", .up),
    movement([.pageDown, .space, .control("f")], "space", .pageDown),
    movement([.pageUp, .control("b")], "PgUp", .pageUp),
    movement([.control("d")], "^D", .halfPageDown),
    movement([.control("u")], "^U", .halfPageUp),
    movement([.character("g"), .home], "g", .toFirst),
    movement([.character("G"), .end], "G", .toLast),
  ]

  private static func movement(
    _ keys: [Key], _ label: String, hint: String? = nil, _ movement: Movement
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, label: label, hint: hint, help: "", section: nil,
      action: .detailsMoved(movement),
      isAvailable: { state in
        // Only the footer needs to know whether there's more. Finding out lays out all lines.
        guard let details = state.details, hint != nil else { return state.details != nil }
        switch movement {
        case .up, .pageUp, .halfPageUp, .toFirst: return details.scroll > 0
        case .down, .pageDown, .halfPageDown, .toLast:
          return details.scroll < DetailsLayout(details, in: state).scrollLimit
        }
      })
  }
}
