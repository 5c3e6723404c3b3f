import Localization
import TerminalGrid

/// The characters used as graphics.
package struct Symbols: Hashable, Sendable {
  var box: BoxGlyphs
  var ellipsis: String
  /// The separator between facts on one line, including the spaces around it.
  package var separator: String
  /// The frames of the progress spinner.
  var spinner: [String]
  var video: String
  var image: String
  var icon: String
  /// The marker to the left of the row at the cursor.
  var selection: String
  /// The marker to the left of the other lines of the row at the cursor.
  var selectionBelow: String
  /// The one-column marker before the name of the current tab.
  var activeTab: String
  /// The marker of a selected row.
  var mark: String
  /// The placeholder for text that's loading.
  var skeleton: String
  /// The mark of an unread link.
  var unread: String
  /// The mark of a link with a note.
  var note: String
  /// The sign before an item of a list in an article.
  var bullet: String
  /// The sign to the left of a quotation.
  var quote: String
  /// The sign before the alternative text of a picture.
  var picture: String
  /// One column of a progress bar.
  var rule: String
  /// One row of a scrollbar's thumb.
  var thumb: String
  /// The sign of the exchange with other devices.
  var exchange: String
  /// The signs of a tag that all of the links have, that some have, and that none has.
  var tagOfAll: String
  var tagOfSome: String
  var tagOfNone: String
  var success: String
  var failure: String
  /// Whether half blocks and coloured tiles can be shown.
  var hasBlocks: Bool
  /// Whether the layout may have columns side by side.
  var hasColumns = true

  package static let unicode = Symbols(
    box: .rounded, ellipsis: "…", separator: " · ",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], video: "▶", image: "▣", icon: "◦",
    selection: "▌", selectionBelow: "▌", activeTab: " ", mark: "✓", skeleton: "░", unread: "●",
    note: "✎", bullet: "•", quote: "▎", picture: "▣", rule: "━", thumb: "┃", exchange: "⇅",
    tagOfAll: "●", tagOfSome: "◐", tagOfNone: "○", success: "✓", failure: "✗",
    hasBlocks: true)

  /// Symbols for terminals without UTF-8.
  package static var ascii: Symbols {
    Symbols(
      box: .ascii, ellipsis: "...", separator: " - ", spinner: ["|", "/", "-", "\\"], video: ">",
      image: "#", icon: "o", selection: ">", selectionBelow: ">", activeTab: " ", mark: "*",
      skeleton: ".", unread: "o", note: localized("note"), bullet: "*", quote: "|", picture: "#",
      rule: "=", thumb: "#", exchange: "\(localized("sync")) ", tagOfAll: "[x]", tagOfSome: "[-]",
      tagOfNone: "[ ]", success: "*", failure: "!", hasBlocks: false)
  }

  /// Symbols for screen readers: in what's said or printed, only words and punctuation, in reading
  /// order.
  package static var words: Symbols {
    var words = ascii
    words.box = .none
    words.separator = ", "
    (words.video, words.image, words.icon) = ("", "", "")
    (words.bullet, words.quote, words.picture) = ("-", ">", localized("Picture:"))
    (words.rule, words.thumb, words.exchange) = ("", "", "")
    (words.success, words.failure) = ("", localized("Error:"))
    words.hasColumns = false
    return words
  }

  func sign(of share: TagShare) -> String {
    switch share {
    case .all: tagOfAll
    case .some: tagOfSome
    case .none: tagOfNone
    }
  }

  /// Returns a text with a symbol before it, if the symbol isn't empty.
  static func label(_ symbol: String, _ text: String) -> String {
    symbol.isEmpty ? text : "\(symbol) \(text)"
  }

  /// Returns a text cut off with an ellipsis, if it's wider than a number of columns.
  func truncated(_ text: String, columns: Int) -> String {
    TextWrapping.truncated(text, columns: columns, ellipsis: ellipsis)
  }

  /// Returns a text on lines of a width, which end in an ellipsis if there are more of them.
  func lines(_ text: String, columns: Int, limit: Int) -> [String] {
    TextWrapping.lines(text, columns: columns, limit: limit, ellipsis: ellipsis)
  }

  func spinnerFrame(at elapsed: Duration) -> String {
    let tenths = Int(elapsed / .milliseconds(100))
    return spinner[tenths % spinner.count]
  }
}
