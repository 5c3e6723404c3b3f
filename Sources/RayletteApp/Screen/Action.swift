public import Foundation
public import LinkPreview
public import Links
public import TerminalGrid

/// An event: input, the result of an effect, or the passing of time.
public enum Action: Equatable, Sendable {
  // Input
  case keyPressed(Key)
  case mouse(MouseEvent)
  /// Text was pasted, with its line breaks.
  case pasted(String)

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
  case palette(PaletteAction)
  case help(HelpAction)

  // No single feature
  case screen(ScreenAction)
  case program(ProgramAction)
}

/// A key for the screen, whichever feature is on it.
public enum ScreenAction: Equatable, Sendable {
  case tabPressed(AppState.Tab)
  case openPressed, sharePressed
  /// Copies the address.
  case copyPressed
  /// Shows only the address, so that it can be copied by hand.
  case addressPressed
  /// Reads the page of the link on screen.
  case readPressed
  case tagsPressed, notePressed
  case detailsPressed
  /// Shows or hides the pictures of pages.
  case picturesPressed
  /// On Saved, spins the listed links; on Spin, goes back to the original wheel.
  case wheelPressed
  /// Shows the commands that have an effect now.
  case palettePressed
  case helpPressed
  /// Says again what was said last.
  case repeatPressed
  /// Closes the top modal.
  case modalClosed
  /// Confirms the question.
  case questionAnswered
  case quitPressed
}

/// An event of the program, the terminal, the network or the clock, or a result that several
/// features may wait for.
public enum ProgramAction: Equatable, Sendable {
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
  case previewLoaded(
    RequestID, Result<CachedMetadata, LinkMetadataError>, failedAt: Date? = nil)
  /// A picture was drawn. Nil if it can't be drawn.
  case pictureLoaded(PictureRequest, Picture?)
  /// The result of a request takes long.
  case waitIsLong(RequestID)
}

extension Action {
  /// Whether the action is for the link at the cursor if no link is selected.
  var actsOnCursor: Bool {
    switch self {
    case .saved(let action): action.actsOnCursor
    case .screen(let action): action.actsOnCursor
    case .keyPressed, .mouse, .pasted, .spin, .wheel, .changes, .reader, .chooser, .share, .details,
      .sync, .palette, .help, .program:
      false
    }
  }

  /// Whether the action is for all selected links.
  var actsOnSelection: Bool { Self.onSelection.contains(self) }

  private static let onSelection: [Action] = [
    .saved(.removePressed), .saved(.restorePressed), .saved(.markPressed),
    .saved(.acceptMovesPressed), .saved(.refreshPressed), .saved(.checkPressed),
    .screen(.openPressed), .screen(.sharePressed), .screen(.copyPressed), .screen(.tagsPressed),
    .screen(.wheelPressed),
  ]

  /// Whether the action may change only content that isn't on screen.
  var mayStayUnseen: Bool {
    switch self {
    case .saved(let action): action.mayStayUnseen
    case .reader(let action): action.mayStayUnseen
    case .screen(.picturesPressed): true
    case .keyPressed, .mouse, .pasted, .spin, .wheel, .changes, .chooser, .share, .details, .sync,
      .palette, .help, .screen, .program:
      false
    }
  }

  /// A message about a failed write, for use after the screen is closed. Nil if nothing failed.
  public var unwrittenMessage: String? {
    if case .changes(let action) = self { action.unwrittenMessage } else { nil }
  }
}

extension ScreenAction {
  fileprivate var actsOnCursor: Bool {
    switch self {
    case .tagsPressed, .notePressed, .openPressed, .sharePressed, .copyPressed, .readPressed: true
    case .tabPressed, .addressPressed, .detailsPressed, .picturesPressed, .wheelPressed,
      .palettePressed,
      .helpPressed, .repeatPressed, .modalClosed, .questionAnswered, .quitPressed:
      false
    }
  }
}
