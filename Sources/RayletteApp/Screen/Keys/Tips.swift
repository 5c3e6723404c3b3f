import Localization

/// A sentence about a command that the user hasn't used yet, shown at one of the first starts.
struct Tip {
  let command: String
  /// The end of the sentence that begins with the key.
  let text: String

  /// The number of starts with a tip.
  static let startLimit = 10

  /// All tips, the most useful first.
  static let all = [
    Tip(command: "link.read", text: localized("reads the page here, without a browser.")),
    Tip(command: "saved.filter", text: localized("in Saved filters the list while you type.")),
    Tip(command: "link.tag", text: localized("gives the link on screen tags.")),
    Tip(command: "wheel.choose", text: localized("chooses another wheel to spin.")),
    Tip(command: "app.palette", text: localized("lists every command, to be found by its name.")),
    Tip(command: "saved.undo", text: localized("undoes the last change, even one of yesterday.")),
    Tip(command: "spin.back", text: localized("goes back to the card before, also a skipped one.")),
    Tip(
      command: "wheel.narrow", text: localized("on Spin spins only one topic, language or host.")),
    Tip(
      command: "link.share", text: localized("shares a link: as Markdown, by e-mail, as a QR code.")
    ),
    Tip(command: "saved.mark-read", text: localized("in Saved marks a link as read.")),
    Tip(command: "spin.never", text: localized("on Spin never shows that link again.")),
    Tip(command: "link.details", text: localized("shows everything that is known about a link.")),
    Tip(
      command: "saved.select", text: localized("in Saved selects links, to change them together.")),
  ]

  /// Whether a command has a tip.
  static func exists(for command: String) -> Bool { all.contains { $0.command == command } }

  /// Returns the next tip as a sentence. Nil if all commands have been used or have no keys.
  /// - Parameter start: the number of the start, from 1 on. Each start has another tip, as far as
  ///   there are enough.
  static func text(atStart start: Int, used: Set<String>, _ keyMap: KeyMap) -> String? {
    let tips = all.compactMap { tip -> String? in
      let key = keyMap.label(ofCommand: tip.command)
      return key.isEmpty || used.contains(tip.command) ? nil : "Tip: \(key) \(tip.text)"
    }
    guard !tips.isEmpty, (1...startLimit).contains(start) else { return nil }
    return tips[(start - 1) % tips.count]
  }
}
