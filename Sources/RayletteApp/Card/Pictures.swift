package import Foundation
import LinkPreview
package import TerminalGrid

/// The drawn and requested pictures of cards.
package struct Pictures: Equatable, Sendable {
  /// How pictures are drawn, or nil if none are.
  package var form: PictureForm? { isHidden ? nil : possibleForm }
  /// How pictures can be drawn on this terminal. Nil if they can't be, or aren't wanted.
  private(set) var possibleForm: PictureForm?
  /// Whether the user has switched the pictures off for now.
  var isHidden = false
  private let usesPixels: Bool
  /// The pending request for the picture on screen.
  private(set) var request = LatestRequest<PictureRequest>()
  /// Drawn pictures, the most recently used last. The picture is nil if it can't be drawn.
  private var outcomes: [(request: PictureRequest, picture: Picture?)] = []

  /// The maximum number of outcomes in memory. A picture in cells takes about 20 KB.
  private static let capacity = 100
  /// The maximum bytes of pictures in pixels, which take up to 2 MB each.
  private static let byteLimit = 24 << 20

  /// - Parameters:
  ///   - form: how pictures are drawn, or nil for none.
  ///   - usesPixels: whether they're drawn in pixels once the terminal answers that it can.
  package init(form: PictureForm?, usesPixels: Bool = false) {
    possibleForm = form
    self.usesPixels = usesPixels
  }

  /// Pictures in cells, or none.
  init(depth: ColorDepth?) { self.init(form: depth.map { .cells($0) }) }

  package static let none = Pictures(depth: nil)

  /// Uses pixels from now on, if the terminal can show them and the user wants them.
  package mutating func adapt(to answers: TerminalAnswers) {
    guard usesPixels, let graphics = answers.graphics, let cell = answers.cell else { return }
    possibleForm = .pixels(graphics, cell: cell)
  }

  enum PictureState: Equatable {
    /// Not drawn yet. Meanwhile, the same picture may be available in another size.
    case awaited(meanwhile: Picture?)
    case drawn(Picture)
    case failed
  }

  func state(of request: PictureRequest) -> PictureState {
    if let outcome = outcomes.last(where: { $0.request == request }) {
      return outcome.picture.map { .drawn($0) } ?? .failed
    }
    let sameAddress = outcomes.last { $0.request.url == request.url }
    // A picture that failed in one size fails in every size.
    if let sameAddress, sameAddress.picture == nil { return .failed }
    return .awaited(meanwhile: sameAddress?.picture)
  }

  /// Sets the picture that the screen needs now, and requests it unless it's already drawn.
  mutating func show(_ wanted: PictureRequest?, in context: inout UpdateContext) {
    if let wanted { touch(wanted) }
    guard let wanted, case .awaited = state(of: wanted) else {
      return context.run(request.cancel())
    }
    if request.subject == wanted { return }
    context.begin(&request, wanted) { .picture(.load($0, wanted)) }
  }

  /// Stores a picture, whether it's still awaited or not.
  mutating func keep(_ picture: Picture?, for drawn: PictureRequest) {
    if request.subject == drawn { _ = request.end(request.id) }
    outcomes.removeAll { $0.request == drawn }
    outcomes.append((drawn, picture))
    var bytes = outcomes.reduce(0) { $0 + ($1.picture?.image?.data.count ?? 0) }
    while outcomes.count > Self.capacity || (bytes > Self.byteLimit && outcomes.count > 1) {
      bytes -= outcomes.removeFirst().picture?.image?.data.count ?? 0
    }
  }

  /// Forgets failed pictures, so that they're tried again.
  mutating func forgetFailures() { outcomes.removeAll { $0.picture == nil } }

  private mutating func touch(_ request: PictureRequest) {
    guard outcomes.last?.request != request,
      let index = outcomes.lastIndex(where: { $0.request == request })
    else { return }
    outcomes.append(outcomes.remove(at: index))
  }

  package static func == (one: Pictures, other: Pictures) -> Bool {
    one.possibleForm == other.possibleForm && one.isHidden == other.isHidden
      && one.usesPixels == other.usesPixels && one.request == other.request
      && one.outcomes.elementsEqual(other.outcomes) { $0 == $1 }
  }
}

/// A request for a picture at the size that a card has room for. It also identifies the answer.
package struct PictureRequest: Hashable, Sendable {
  package var url: URL
  /// The address that led to the page with the picture. It decides which addresses may be fetched.
  package var page: URL
  /// The size in cells.
  package var size: GridSize
  /// How the picture is drawn.
  package var form: PictureForm
  /// Whether all of the picture is drawn within the size. Otherwise, it fills the size and is
  /// cropped at two sides.
  package var isWhole: Bool

  package init(url: URL, page: URL, size: GridSize, form: PictureForm, isWhole: Bool = false) {
    self.url = url
    self.page = page
    self.size = size
    self.form = form
    self.isWhole = isWhole
  }
}

/// How a picture is drawn.
package enum PictureForm: Hashable, Sendable {
  /// Characters in the colours of the terminal.
  case cells(ColorDepth)
  /// Pixels.
  /// - Parameter cell: The size of a cell.
  case pixels(GraphicsProtocol, cell: PixelSize)

  /// Whether a picture can be cropped once it's drawn.
  package var canCrop: Bool {
    if case .pixels(let graphics, _) = self { graphics.canCrop } else { true }
  }
}

extension LinkMetadata {
  /// Returns the request for this page's picture, or nil if it has none or pictures aren't drawn.
  func pictureRequest(size: GridSize, form: PictureForm?) -> PictureRequest? {
    guard let media = cardPicture, let form else { return nil }
    return PictureRequest(url: media.url, page: originalURL, size: size, form: form)
  }
}
