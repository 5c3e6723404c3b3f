public import Foundation
import LinkPreview
public import TerminalGrid

/// A request for a picture at the size that a card has room for. It also identifies the answer.
public struct PictureRequest: Hashable, Sendable {
  public var url: URL
  /// The address that led to the page with the picture. It decides which addresses may be fetched.
  public var page: URL
  /// The size in cells.
  public var size: Size
  /// How the picture is drawn.
  public var form: PictureForm
  /// Whether all of the picture is drawn within the size. Otherwise, it fills the size and is
  /// cropped at two sides.
  public var isWhole: Bool

  public init(url: URL, page: URL, size: Size, form: PictureForm, isWhole: Bool = false) {
    self.url = url
    self.page = page
    self.size = size
    self.form = form
    self.isWhole = isWhole
  }
}

/// How a picture is drawn.
public enum PictureForm: Hashable, Sendable {
  /// Characters in the colours of the terminal.
  case cells(ColorDepth)
  /// Pixels.
  /// - Parameter cell: The size of a cell.
  case pixels(GraphicsProtocol, cell: PixelSize)

  /// Whether a picture can be cropped once it's drawn. Sixels can't, so they're drawn inside their
  /// place.
  public var canBeCropped: Bool { if case .pixels(.sixel, _) = self { false } else { true } }
}

/// Whether cards have pictures, and of what.
public enum ImagePolicy: String, Hashable, Sendable, CaseIterable {
  /// Pixels where the terminal can, or else cells where they look good, which is from 256 colours
  /// on.
  case auto
  /// Cells where they look good.
  case cells
  /// Pixels, or else nothing.
  case pixels
  /// As ``auto``, but cells on any terminal with colours.
  case always
  /// Nowhere. No picture is fetched.
  case never

  /// Returns the colours to draw cells in on a terminal with this colour depth, or nil for no
  /// pictures in cells.
  public func depth(on depth: ColorDepth) -> ColorDepth? {
    switch (self, depth) {
    case (.never, _), (.pixels, _), (_, .none): nil
    case (.auto, .ansi8), (.auto, .ansi16), (.cells, .ansi8), (.cells, .ansi16): nil
    case (.auto, .palette256), (.auto, .direct), (.cells, .palette256), (.cells, .direct),
      (.always, .ansi8), (.always, .ansi16), (.always, .palette256), (.always, .direct):
      depth
    }
  }

  /// Whether the terminal is to be asked for pixels.
  public var usesPixels: Bool {
    switch self {
    case .auto, .pixels, .always: true
    case .cells, .never: false
    }
  }
}

extension LinkMetadata {
  /// Returns the request for this page's picture, or nil if it has none or pictures aren't drawn.
  func pictureRequest(size: Size, form: PictureForm?) -> PictureRequest? {
    guard let media = cardPicture, let form else { return nil }
    return PictureRequest(url: media.url, page: originalURL, size: size, form: form)
  }
}
