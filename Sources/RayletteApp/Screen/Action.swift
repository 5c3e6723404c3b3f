package import Foundation
package import LinkPreview
package import Links
package import TerminalGrid

/// An event: input, the result of an effect, or the passing of time.
package enum Action: Equatable, Sendable {
  // Input
  case keyPressed(Key)
  case mouse(MouseEvent)
  /// Text was pasted, with its line breaks.
  case pasted(String)
  /// The command of this name was clicked.
  case command(String)
  case tabClicked(AppState.Tab)

  // Features
  case spin(SpinAction)
  case wheel(WheelAction)
  case saved(SavedAction)
  case changes(ChangeAction)
  case reader(ReaderAction)
  case chooser(ChooserAction)
  case share(ShareAction)
  case details(DetailsAction)
  case sync(SyncAction)

  // No single feature
  case program(ProgramAction)
}

/// An event of the program, the terminal, the network or the clock, or a result that several
/// features may wait for.
package enum ProgramAction: Equatable, Sendable {
  case started
  /// Another program changed the saved links.
  case storeChanged
  /// Another device has added or changed wheels. They may have no links yet.
  case wheelsChanged
  /// Other devices have these searches.
  case searchesShared([SavedSearch])
  case storeFailed(StoreError)
  /// The machine connected to a network, or lost its connection.
  case networkChanged(isUp: Bool)
  /// Whether the network connection is metered.
  case meterChanged(isMetered: Bool)
  case resized(GridSize)
  /// The terminal's window got the focus.
  case focused
  /// The terminal's answers, complete or as of the time limit.
  case terminalAnswered(TerminalAnswers)
  /// A paste had more characters than the limit, so nothing of it was taken.
  case pasteRefused(limit: Int)
  /// A letter was typed that the locale's character set doesn't have.
  case letterRefused(Character)
  case timePassed(Date)
  /// The program received a signal to end, such as from Ctrl-C.
  case interrupted(signal: Int32)

  /// The page of a card, or of the details, was fetched.
  /// - Parameter failedAt: when an earlier fetch failed, if this is its remembered failure.
  case previewLoaded(RequestID, Result<CachedMetadata, LinkMetadataError>, failedAt: Date? = nil)
  /// A picture was drawn. Nil if it can't be drawn.
  case pictureLoaded(PictureRequest, Picture?)
  /// The result of a request takes long.
  case waitIsLong(RequestID)
}

extension Action {
  /// Creates the action for what comes from the terminal.
  package init(_ event: TerminalEvent) {
    self =
      switch event {
      case .key(let key): .keyPressed(key)
      case .mouse(let event): .mouse(event)
      case .pasted(let text): .pasted(text)
      case .pasteRefused(let limit): .program(.pasteRefused(limit: limit))
      case .letterRefused(let letter): .program(.letterRefused(letter))
      case .focused: .program(.focused)
      case .resized(let size): .program(.resized(size))
      case .answered(let answers): .program(.terminalAnswered(answers))
      case .interrupted(let signal): .program(.interrupted(signal: signal))
      }
  }

  /// A message about a failed write, for use after the screen is closed. Nil if nothing failed.
  package var unwrittenMessage: String? {
    if case .changes(let action) = self { action.unwrittenMessage } else { nil }
  }
}
