import Markup
import Bookmarks

extension ShareActivity {
  /// What the sheet calls it.
  var name: String {
    switch self {
    case .copy(.address): "Copy the address"
    case .copy(.markdown): "Copy as Markdown"
    case .copy(.titleAndAddress): "Copy title and address"
    case .email: "Send by email"
    case .code: "Show as QR code"
    case .open: "Open in the browser"
    case .save(.text): "Save as a text file"
    case .save(.json): "Save as a JSON file"
    case .save(.html): "Save as an HTML file"
    case .save(.bookmarks): "Save as a file of bookmarks"
    case .command(let command): command.name
    }
  }

  /// As ``name``, for more than one link.
  var pluralName: String {
    switch self {
    case .copy(.address): "Copy the addresses"
    case .copy(.markdown): "Copy as a Markdown list"
    case .copy(.titleAndAddress): "Copy titles and addresses"
    default: name
    }
  }

  /// While it goes on.
  var progress: String {
    switch self {
    case .copy: "Copying"
    case .email: "Calling the mail program"
    case .code: "Making the QR code"
    case .open: "Opening"
    case .save: "Writing the file"
    case .command(let command): "Running \(command.name)"
    }
  }

  /// The beginning of the line that tells why it failed.
  var failure: String {
    switch self {
    case .copy: "Not copied"
    case .email: "Not sent"
    case .code: "No QR code"
    case .open: "Not opened"
    case .save: "Not saved"
    case .command(let command): "\(command.name) failed"
    }
  }

  /// What was copied, for the line that tells of it: `the address`, `12 addresses`.
  public static func copied(_ form: CopyFormat, count: Int) -> String {
    switch (form, count) {
    case (.address, 1): "the address"
    case (.address, _): "\(count) addresses"
    case (.markdown, 1): "a Markdown link"
    case (.markdown, _): "\(count) Markdown links"
    case (.titleAndAddress, 1): "title and address"
    case (.titleAndAddress, _): "\(count) titles and addresses"
    }
  }

  /// Whether it tells of more than the address, and so is worth waiting for the page.
  var tellsOfPage: Bool { ![.copy(.address), .code, .open].contains(self) }
}
