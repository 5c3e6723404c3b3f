public import Foundation
public import LinkPreview
public import LinkStore

/// Something the world is to do, as plain data: run by the program, compared in tests.
public enum Effect: Equatable, Sendable {
  /// Get the metadata of a link, from the cache or the network, within the timeout.
  case loadPreview(SpinID, URL, timeout: Duration)
  /// Give up a fetch that is under way.
  case cancelPreview(SpinID)
  case markSeen(String)
  case forgetSeen([String])
  case save(LinkMetadata)
  case remove(SavedLink)
  case restore(SavedLink)
  case readSavedLinks
  case open(URL)
}
