import ArgumentParser

/// `raylette saved`: the saved links without the screen, for scripts and pipes.
struct SavedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "saved",
    abstract: "List, change, import and export saved links.",
    discussion: """
      A filter is what "/" takes inside: words, "phrases", #tag, site:host, -not. The exit code is 0 \
      when all went well, 1 when something failed or nothing was found, 2 for invalid usage. undo \
      takes back the last change; --dry-run only tells what a change would do.
      """,
    subcommands: [
      SavedListCommand.self, SavedShowCommand.self, SavedTagsCommand.self, SavedAddCommand.self,
      SavedRemoveCommand.self, SavedTagCommand.self,
      SavedNoteCommand.self, SavedEditCommand.self, SavedOpenCommand.self, SavedCheckCommand.self,
      SavedTrashCommand.self,
      SavedImportCommand.self, SavedExportCommand.self, SavedUndoCommand.self,
      SavedRedoCommand.self,
    ])
}
