public import Foundation
import LinkPreview
public import TerminalGrid

/// A picture as a card has room for it: what is asked of the world, and what the answer is known by.
public struct PictureRequest: Hashable, Sendable {
  /// Where the picture is.
  public var url: URL
  /// The address that led to the page which names it, on which depends what may be fetched.
  public var page: URL
  /// The cells it may take at most; its proportions are kept.
  public var size: Size
  /// The colours it may have.
  public var depth: ColorDepth

  public init(url: URL, page: URL, size: Size, depth: ColorDepth) {
    self.url = url
    self.page = page
    self.size = size
    self.depth = depth
  }
}

/// Whether cards have pictures.
public enum ImagePolicy: String, Hashable, Sendable, CaseIterable {
  /// Where they look good: from 256 colours on.
  case auto
  /// Wherever there are colours at all.
  case always
  /// Nowhere, and none is fetched.
  case never

  /// The colours that pictures are drawn in on a terminal that shows `depth`; nil for no pictures.
  public func depth(on depth: ColorDepth) -> ColorDepth? {
    switch (self, depth) {
    case (.never, _), (_, .none), (.auto, .ansi8), (.auto, .ansi16): nil
    default: depth
    }
  }
}
