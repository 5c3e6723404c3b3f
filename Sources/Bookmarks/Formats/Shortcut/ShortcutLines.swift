import Foundation
import Markup

/// Reads an Internet shortcut of Windows, whose title is the name of its file, or a link of a desktop
/// entry (https://specifications.freedesktop.org/desktop-entry-spec/latest/).
struct ShortcutLines: LineFormat {
  /// The name of the file.
  let title: String?

  private var isInSection = false
  private var name: String?
  private var address: String?
  private var line = 1

  init(title: String?) { self.title = title }

  /// Whether a text begins a section of one of the two formats.
  static func recognizes(_ text: Substring) -> Bool {
    text.contains(
      /(?im)\A(?:[#;].*\n|\[DEFAULT\]|BASEURL=.*|\s)*\[(?:InternetShortcut|Desktop Entry)\]/)
  }

  mutating func read(
    _ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry]
  ) {
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    if text.hasPrefix("[") {
      isInSection = ["[internetshortcut]", "[desktop entry]"].contains(text.lowercased())
      return
    }
    guard isInSection, let sign = text.firstIndex(of: "=") else { return }
    let value = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    switch text[..<sign].trimmingCharacters(in: .whitespaces).lowercased() {
    case "url" where address == nil: (address, self.line) = (value, number)
    case "name" where name == nil: name = value
    default: break
    }
  }

  func finish(isWhole: Bool, into entries: inout [EntryReader.Entry]) {
    entries.append(BookmarkDraft(address: address ?? "", title: name ?? title).entry(line: line))
  }
}
