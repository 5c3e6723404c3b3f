public import Foundation
public import LinkPreview
public import LinkStore
public import TerminalGrid

/// Something that happened: a key, an answer from the world, time.
public enum Action: Equatable, Sendable {
  // Keys
  case keyPressed(Key)
  case spinPressed
  case cancelPressed
  case retryPressed
  case savePressed
  case openPressed
  case tabPressed(AppState.Tab)
  case selectionMoved(Movement)
  case removePressed
  case undoPressed
  case helpPressed
  case helpClosed
  case helpScrolled(by: Int)
  case quitPressed

  // Answers to effects
  case fetchContinues(SpinID, elapsed: Duration)
  case previewLoaded(SpinID, Result<MetadataCache.Entry, LinkMetadataError>)
  case linkSaved(Result<SavedLinkStore.Outcome, StoreError>)
  case linkRemoved(SavedLink, failure: StoreError?)
  case linkRestored(SavedLink, Result<SavedLinkStore.Outcome, StoreError>)
  case savedLinksRead(Result<[SavedLink], StoreError>)
  case browserOpened(Result<BrowserName, BrowserFailure>)
  case storeFailed(StoreError)

  // The terminal and the clock
  case resized(Size)
  case timePassed(Date)
  /// Ctrl-C, or a request to end from outside; the number is the signal's.
  case interrupted(signal: Int32)
}

/// A step of the selection in a list.
public enum Movement: Hashable, Sendable {
  case up, down, pageUp, pageDown, toFirst, toLast
}

/// The program that shows a page.
public struct BrowserName: Hashable, Sendable {
  public var name: String
  public init(name: String) { self.name = name }
}

/// Why no browser shows a page; one sentence for people.
public struct BrowserFailure: Error, Hashable, Sendable {
  public var sentence: String
  public init(sentence: String) { self.sentence = sentence }
}
