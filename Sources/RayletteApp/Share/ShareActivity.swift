import Bookmarks

/// Something that can be done with a link to give it to somebody, or to another program.
public enum ShareActivity: Hashable, Sendable {
  case copy(CopyFormat)
  case email
  case code
  case open
  case save(FileFormat)
  case command(ShareCommand)

  /// What a copied link looks like.
  public enum CopyFormat: Hashable, Sendable, CaseIterable {
    case address, markdown, titleAndAddress
  }

  /// What kind of file a link is written to.
  public enum FileFormat: String, Hashable, Sendable, CaseIterable {
    case text = "txt"
    case json, html, bookmarks
  }
}

/// A program of the person's own that takes links, from the config file.
public struct ShareCommand: Hashable, Sendable {
  public var name: String
  /// The program and its arguments, with placeholders. See ``CommandTemplate``.
  public var words: [String]
  /// Whether the program is to have the terminal while it runs.
  public var usesTerminal: Bool

  public init(name: String, words: [String], usesTerminal: Bool = false) {
    self.name = name
    self.words = words
    self.usesTerminal = usesTerminal
  }
}

/// What sharing can do here.
public struct ShareCapabilities: Equatable, Sendable {
  /// Whether QR codes can be made.
  public var makesCodes: Bool
  public var commands: [ShareCommand]

  public init(makesCodes: Bool = false, commands: [ShareCommand] = []) {
    self.makesCodes = makesCodes
    self.commands = commands
  }

  /// What can be done with a number of links, in groups.
  func activities(linkCount: Int, isSaved: Bool) -> [[ShareActivity]] {
    let copies = ShareActivity.CopyFormat.allCases.map(ShareActivity.copy)
    let files = [ShareActivity.FileFormat.text, .json, .html].map(ShareActivity.save)
    let bookmarks: [ShareActivity] = isSaved ? [.save(.bookmarks)] : []
    guard linkCount == 1 else { return [copies, files + bookmarks] }
    let others: [ShareActivity] = [.email] + (makesCodes ? [.code] : []) + [.open]
    return [copies, others, files, commands.map(ShareActivity.command)].filter { !$0.isEmpty }
  }
}
