import ArgumentParser
import Links
import Localization

/// `raylette saved`: works with saved links from scripts and pipes, without the screen.
struct SavedCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "saved",
      abstract: localized("List, change, import and export saved links."),
      discussion: localized(
        """
        A filter is the same as after "/" on screen: words, "phrases", #tag for a whole tag, \
        #ta* for all that begin so, #"two words", site:host, -not; \
        text: for the kept text alone; is:\(SavedFilter.stateList); has:text, note or tags; before: and after: with \
        a date as for --since. The exit code is 0 on success, 1 if something failed or nothing was \
        found, 2 for invalid usage. \
        A change is made to all of its links or to none; of more than 20,000, to as many at a time. \
        undo undoes the last change, or one that log lists; --dry-run only prints what a change would do.
        """),
      subcommands: [
        SavedListCommand.self, SavedShowCommand.self, SavedTagsCommand.self, SavedAddCommand.self,
        SavedRemoveCommand.self, SavedTagCommand.self,
        SavedNoteCommand.self, SavedEditCommand.self, SavedOpenCommand.self, SavedCheckCommand.self,
        SavedKeepCommand.self,
        SavedTrashCommand.self,
        SavedImportCommand.self, SavedExportCommand.self, SavedLogCommand.self,
        SavedUndoCommand.self, SavedRedoCommand.self,
      ])
  }
}
