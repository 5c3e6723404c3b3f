import CursesTerminal
import Favorites
import Foundation
import LinkFetching
import LinkPreview
import RayletteApp
import Synchronization
import TaskLimits
import TerminalGrid

/// Loads the pictures of printed cards, in the form that the terminal supports.
actor PreviewPictures {
  private let chafa: Chafa
  private let images: LinkImageLoader
  private let policy: ImagePolicy
  /// The colours for pictures in cells.
  private let depth: ColorDepth
  private let environment: [String: String]
  private var inquiry: Task<PictureForm?, Never>?
  /// The terminal's protocol for pictures in pixels, once it's known.
  private let graphics = Mutex<GraphicsProtocol?>(nil)
  /// Draws only a few pictures at once.
  private let queue = TaskQueue(limit: 4)

  /// Returns nil without pictures: they're turned off, or chafa isn't installed.
  /// - Parameters:
  ///   - depth: the colours for pictures in cells, or none if the terminal can't show blocks.
  ///   - timeout: the time limit for a fetch. Pictures get 10 seconds at most.
  init?(
    policy: ImagePolicy, depth: ColorDepth, timeout: Duration, environment: [String: String]
  ) {
    guard policy != .never, let chafa = Chafa(environment: environment) else { return nil }
    self.chafa = chafa
    images = LinkImageLoader(timeout: min(timeout, .seconds(10)))
    self.policy = policy
    self.depth = depth
    self.environment = environment
  }

  /// Returns the picture of a card, or nil if the card has none that can be shown.
  /// - Parameter rows: the rows of the terminal.
  nonisolated func picture(for card: PrintedCard, rows: Int) async -> PreviewPicture? {
    guard card.hasPicture, let form = await form, let request = card.pictureRequest(form: form)
    else { return nil }
    // A picture in pixels can only be drawn if all its rows are on screen.
    if case .pixels = form, request.size.rows + 2 > rows { return nil }
    let picture = await queue.run { await draw(request) }
    return picture.flatMap { $0 }.map { PreviewPicture(request: request, picture: $0) }
  }

  @concurrent
  private nonisolated func draw(_ request: PictureRequest) async -> Picture? {
    guard let image = try? await images.image(at: request.url, of: request.page) else { return nil }
    return await chafa.picture(of: image, for: request)
  }

  /// The sequence that cleans the terminal after an interruption: it ends a picture that was
  /// printed only in part, and the colours of text.
  nonisolated var abortSequence: String {
    graphics.withLock { $0?.abortSequence ?? "\u{1B}[0m" }
  }

  /// The form of pictures. The terminal is asked once, before the first picture.
  private var form: PictureForm? {
    get async {
      if inquiry == nil { inquiry = Task { await ask() } }
      return await inquiry?.value
    }
  }

  private func ask() async -> PictureForm? {
    if policy.usesPixels {
      let answers = await TerminalProbe.answers(to: .graphics, environment: environment)
      if let graphics = answers.graphics, let cell = answers.cell {
        self.graphics.withLock { $0 = graphics }
        return .pixels(graphics, cell: cell)
      }
    }
    return policy.depth(on: depth).map { .cells($0) }
  }
}

/// A picture of a printed card, with its request.
struct PreviewPicture: Sendable {
  let request: PictureRequest
  let picture: Picture
}
