import Foundation

/// A heading of the help with its keys, or with the words of the filter.
struct HelpSection {
  struct Entry: Equatable {
    /// The key or the word.
    let label: String
    let text: String
  }

  let heading: String
  let entries: [Entry]

  /// Returns all sections of a screen. On the tabs, that of the tab comes first, and then what's
  /// most useful there. The reader has few keys in common with them, and its own help.
  static func all(on screen: Focus, _ keyMap: KeyMap) -> [HelpSection] {
    let sections: [KeyBinding.Section] =
      switch screen {
      case .reader: [.reader, .help]
      case .saved: [.saved, .share, .everywhere, .spin, .help]
      case .spin, .details, .help, .sync, .sharing, .address, .question, .chooser, .palette:
        [.spin, .share, .everywhere, .saved, .help]
      }
    return sections.flatMap { section in
      let keys = keyMap.bindings
        .filter { $0.section == section && !$0.keys.isEmpty && !$0.help.isEmpty }
        .map { Entry(label: $0.label, text: $0.helpWithKeys) }
      let keySection = HelpSection(heading: section.rawValue, entries: keys)
      return section == .saved ? [keySection, .filter] : [keySection]
    }
  }

  /// Returns the section with the entries in which each of the terms occurs, or nil if there are
  /// none.
  func matching(_ terms: [String]) -> HelpSection? {
    let matches = entries.filter { entry in
      terms.allSatisfy { term in
        [entry.label, entry.text].contains {
          $0.range(of: term, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
      }
    }
    return matches.isEmpty ? nil : HelpSection(heading: heading, entries: matches)
  }

  /// The words that can be typed after `/`.
  static let filter = HelpSection(
    heading: "Filter",
    entries: [
      Entry(label: "words", text: "with all of these words, or else similar titles"),
      Entry(label: "\"phrase\"", text: "with these words in this order"),
      Entry(label: "#tag", text: "with this whole tag; #ta* with one that begins so"),
      Entry(label: "site:host", text: "of this site"),
      Entry(label: "-not", text: "anything but that"),
      Entry(label: "is:dead", text: "pages that are gone"),
      Entry(label: "is:moved", text: "pages with a new address"),
      Entry(label: "is:unreachable", text: "pages that couldn't be checked"),
      Entry(label: "is:untagged", text: "without tags"),
      Entry(label: "is:noted", text: "with a note"),
      Entry(label: "is:unopened", text: "never opened"),
      Entry(label: "is:unfetched", text: "pages that weren't fetched yet"),
      Entry(label: "is:unread", text: "not read; also is:reading, is:read"),
      Entry(label: "text:word", text: "only in the text that's kept"),
      Entry(label: "has:text", text: "whose text is kept"),
      Entry(label: "before:2026-01", text: "saved before a day, month or year"),
      Entry(label: "after:7d", text: "saved in the last 7 days"),
    ])
}
