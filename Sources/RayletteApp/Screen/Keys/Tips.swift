import Localization

/// A sentence about a command that the user hasn't used yet, shown at one of the first starts.
struct Tip: Sendable {
  let command: String
  /// Returns the sentence about a key.
  let text: @Sendable (_ key: String) -> String

  /// The number of starts with a tip.
  static let startLimit = 10

  /// All tips, the most useful first.
  static let all = [
    Tip(command: "link.read") { localized("Tip: \($0) reads the page here, without a browser.") },
    Tip(command: "saved.filter") {
      localized("Tip: \($0) in Saved filters the list while you type.")
    },
    Tip(command: "link.tag") { localized("Tip: \($0) gives the link on screen tags.") },
    Tip(command: "wheel.choose") { localized("Tip: \($0) chooses another wheel to spin.") },
    Tip(command: "app.palette") {
      localized("Tip: \($0) lists every command, to be found by its name.")
    },
    Tip(command: "saved.undo") {
      localized("Tip: \($0) undoes the last change, even one of yesterday.")
    },
    Tip(command: "spin.back") {
      localized("Tip: \($0) goes back to the card before, also a skipped one.")
    },
    Tip(command: "wheel.narrow") {
      localized("Tip: \($0) on Spin spins only one topic, language or host.")
    },
    Tip(command: "link.share") {
      localized("Tip: \($0) shares a link: as Markdown, by e-mail, as a QR code.")
    },
    Tip(command: "saved.mark-read") { localized("Tip: \($0) in Saved marks a link as read.") },
    Tip(command: "spin.never") { localized("Tip: \($0) on Spin never shows that link again.") },
    Tip(command: "link.details") {
      localized("Tip: \($0) shows everything that is known about a link.")
    },
    Tip(command: "saved.select") {
      localized("Tip: \($0) in Saved selects links, to change them together.")
    },
  ]

  /// Whether a command has a tip.
  static func exists(for command: String) -> Bool { all.contains { $0.command == command } }

  /// Returns the next tip as a sentence. Nil if all commands have been used or have no keys.
  /// - Parameter start: the number of the start, from 1 on. Each start has another tip, as far as
  ///   there are enough.
  static func text(atStart start: Int, used: Set<String>, _ keyMap: KeyMap) -> String? {
    let tips = all.compactMap { tip -> String? in
      let key = keyMap.label(of: tip.command)
      return key.isEmpty || used.contains(tip.command) ? nil : tip.text(key)
    }
    guard !tips.isEmpty, (1...startLimit).contains(start) else { return nil }
    return tips[(start - 1) % tips.count]
  }
}
