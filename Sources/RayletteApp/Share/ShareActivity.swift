import Localization

/// A way to share a link with a person or another program.
package enum ShareActivity: Hashable, Sendable {
  case copy(CopyFormat)
  case email
  case code
  case open
  case save(FileFormat)
  case command(ShareCommand)
  /// The text of the page in the reader, as Markdown.
  case copyArticle, saveArticle

  /// The format of a copied link.
  package enum CopyFormat: Hashable, Sendable, CaseIterable {
    case address, markdown, titleAndAddress
  }

  /// The format of a file that links are written to.
  package enum FileFormat: String, Hashable, Sendable, CaseIterable {
    case text = "txt"
    case json, html, bookmarks
  }

  /// All activities except the user's own commands.
  static let standard: [ShareActivity] =
    CopyFormat.allCases.map(copy) + [.email, .code, .open] + FileFormat.allCases.map(save)
    + [.copyArticle, .saveArticle]

  /// The texts of an activity on screen.
  struct Description {
    /// The key in the share sheet: the same as on other screens, or else a letter of the name. Nil
    /// for commands, whose keys are their numbers.
    var key: Character?
    var name: String
    /// The name for several links, or nil if it's the same.
    var pluralName: String?
    /// The notice while the activity is performed.
    var progress: String
    /// The beginning of the notice if the activity fails.
    var failure: String
    /// Whether the activity shares more than the address, so that it waits for the page.
    var needsPage: Bool
  }

  var description: Description {
    func copying(
      _ key: Character, _ name: String, _ plural: String? = nil, page: Bool
    ) -> Description {
      Description(
        key: key, name: name, pluralName: plural, progress: localized("Copying"),
        failure: localized("Not copied"),
        needsPage: page)
    }
    func saving(_ key: Character, _ name: String) -> Description {
      Description(
        key: key, name: name, progress: localized("Writing the file"),
        failure: localized("Not saved", context: "file"), needsPage: true)
    }
    return switch self {
    case .copy(.address):
      copying("y", localized("Copy the address"), localized("Copy the addresses"), page: false)
    case .copy(.markdown):
      copying("m", localized("Copy as Markdown"), localized("Copy as a Markdown list"), page: true)
    case .copy(.titleAndAddress):
      copying(
        "t", localized("Copy title and address"), localized("Copy titles and addresses"), page: true
      )
    case .email:
      Description(
        key: "e", name: localized("Send by email"), progress: localized("Calling the mail program"),
        failure: localized("Not sent"), needsPage: true)
    case .code:
      Description(
        key: "c", name: localized("Show as QR code"), progress: localized("Making the QR code"),
        failure: localized("No QR code"),
        needsPage: false)
    case .open:
      Description(
        key: "o", name: localized("Open in the browser"), progress: localized("Opening"),
        failure: localized("Not opened"),
        needsPage: false)
    case .save(.text): saving("x", localized("Save as a text file"))
    case .save(.json): saving("n", localized("Save as a JSON file"))
    case .save(.html): saving("h", localized("Save as an HTML file"))
    case .save(.bookmarks): saving("b", localized("Save as a bookmark file"))
    case .copyArticle:
      copying("a", localized("Copy the article as Markdown"), page: false)
    case .saveArticle: saving("d", localized("Save the article as a Markdown file"))
    case .command(let command):
      Description(
        name: command.name, progress: localized("Running \(command.name)"),
        failure: localized("\(command.name) failed"), needsPage: true)
    }
  }

  func name(linkCount: Int) -> String {
    let description = description
    return linkCount == 1 ? description.name : description.pluralName ?? description.name
  }

  /// The name of its command in the share sheet.
  var command: String {
    switch self {
    case .copy(.address): "share.copy-address"
    case .copy(.markdown): "share.copy-markdown"
    case .copy(.titleAndAddress): "share.copy-title"
    case .email: "share.email"
    case .code: "share.qr-code"
    case .open: "share.open"
    case .save(.text): "share.save-text"
    case .save(.json): "share.save-json"
    case .save(.html): "share.save-html"
    case .save(.bookmarks): "share.save-bookmarks"
    case .copyArticle: "share.copy-article"
    case .saveArticle: "share.save-article"
    case .command(let command): command.name
    }
  }

  /// `Copied the address`, `Copied 12 addresses`.
  func copied(_ count: Int) -> String {
    if self == .copyArticle { return localized("Copied the article as Markdown") }
    guard case .copy(let format) = self else { return localized("Copied \(count, "link")") }
    return switch (format, count) {
    case (.address, 1): localized("Copied the address")
    case (.address, _): localized("Copied \(count, "address", "addresses")")
    case (.markdown, 1): localized("Copied a Markdown link")
    case (.markdown, _): localized("Copied \(count, "Markdown link")")
    case (.titleAndAddress, 1): localized("Copied title and address")
    case (.titleAndAddress, _):
      localized("Copied \(count, "title and address", "titles and addresses")")
    }
  }
}

/// A command from the user's config file that links can be passed to.
package struct ShareCommand: Hashable, Sendable {
  package var name: String
  /// The program and its arguments, which may have placeholders. See ``CommandTemplate``.
  package var arguments: [String]
  /// Whether the program uses the terminal.
  package var usesTerminal: Bool

  package init(name: String, arguments: [String], usesTerminal: Bool = false) {
    self.name = name
    self.arguments = arguments
    self.usesTerminal = usesTerminal
  }
}

/// The share features that are available on this machine.
package struct ShareCapabilities: Equatable, Sendable {
  /// Whether QR codes can be created.
  var makesCodes: Bool
  var commands: [ShareCommand]

  package init(makesCodes: Bool = false, commands: [ShareCommand] = []) {
    self.makesCodes = makesCodes
    self.commands = commands
  }

  /// Returns the activities for a number of links, in groups.
  func activities(linkCount: Int, isSaved: Bool) -> [[ShareActivity]] {
    let copies = ShareActivity.CopyFormat.allCases.map(ShareActivity.copy)
    let files = [ShareActivity.FileFormat.text, .json, .html].map(ShareActivity.save)
    let bookmarks: [ShareActivity] = isSaved ? [.save(.bookmarks)] : []
    guard linkCount == 1 else { return [copies, files + bookmarks] }
    let others: [ShareActivity] = [.email] + (makesCodes ? [.code] : []) + [.open]
    return [copies, others, files, commands.map(ShareActivity.command)].filter { !$0.isEmpty }
  }
}
