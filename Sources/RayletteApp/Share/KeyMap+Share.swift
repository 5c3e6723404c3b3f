/// The keys that share links, which are the same on both tabs, and the keys of the share sheet.
extension KeyMap {
  static let share: [KeyBinding] =
    [
      KeyBinding(
        keys: [.character("S")], label: "S", hint: "share", help: "share the link",
        section: .share, action: .sharePressed, isAvailable: canShare),
      KeyBinding(
        keys: [.character("y")], label: "y", help: "copy the address",
        section: .share, action: .copyPressed, isAvailable: canShare),
      KeyBinding(
        keys: [.character("O")], label: "O", help: "show the whole address",
        section: .share, action: .addressPressed,
        isAvailable: { isUncovered($0) && $0.address != nil }),
      KeyBinding(
        keys: [.escape, .character("O"), .character("q"), .enter], label: "esc", hint: "back",
        help: "", section: nil, action: .overlayDismissed,
        isAvailable: { $0.overlay?.isWhole == true }),
    ] + sheet

  private static let sheet: [KeyBinding] =
    [
      binding([.enter, .space], "enter", hint: "choose", .shareChosen, when: isChoosing),
      binding([.character("j"), .down, .tab], "j", hint: "down", .shareMoved(by: 1)) {
        isChoosing($0) && $0.sheet.map { $0.selection < $0.activities.count - 1 } == true
      },
      binding([.character("k"), .up, .backTab], "k", hint: "up", .shareMoved(by: -1)) {
        isChoosing($0) && $0.sheet.map { $0.selection > 0 } == true
      },
      binding(
        [.escape, .character("q"), .character("S")], "esc", hint: "close", .overlayDismissed,
        when: isChoosing),
      binding([.escape, .character("q")], "esc", hint: "cancel", .shareCancelled) {
        $0.sheet != nil && !isChoosing($0)
      },
    ]
    + ShareSheet.keys.map { key in
      binding([.character(key)], String(key), .shareKeyPressed(key)) { state in
        isChoosing(state)
          && state.sheet.map { sheet in sheet.activities.contains { sheet.key(of: $0) == key } }
            == true
      }
    }

  private static func canShare(_ state: AppState) -> Bool {
    guard isUncovered(state) else { return false }
    return state.tab == .spin ? state.spin != nil : state.saved.hasTargets
  }

  private static func isChoosing(_ state: AppState) -> Bool { state.sheet?.phase == .choosing }

  private static func binding(
    _ keys: [Key], _ label: String, hint: String? = nil, _ action: Action,
    when isAvailable: @escaping @Sendable (AppState) -> Bool
  ) -> KeyBinding {
    KeyBinding(
      keys: keys, label: label, hint: hint, help: "", section: nil, action: action,
      isAvailable: isAvailable)
  }
}
