public import TerminalGrid

/// The pictures of cards: those that were drawn, and those that were requested.
public struct Pictures: Equatable, Sendable {
  /// The colours that pictures are drawn in; nil where none are drawn.
  public let depth: ColorDepth?
  /// The picture that the screen has room for and that hasn't been drawn.
  private(set) var request = LatestRequest<PictureRequest>()
  /// What was drawn, the last one used last; nil for what can't be drawn.
  private var outcomes: [(request: PictureRequest, picture: Picture?)] = []

  /// How many outcomes are kept. A picture takes about 20 KB.
  private static let capacity = 100

  public init(depth: ColorDepth?) { self.depth = depth }

  /// No pictures at all.
  public static let none = Pictures(depth: nil)

  /// Whether a picture was drawn.
  enum PictureState: Equatable {
    /// Meanwhile there may be the same picture in another size.
    case awaited(meanwhile: Picture?)
    case drawn(Picture)
    case failed
  }

  func state(of request: PictureRequest) -> PictureState {
    if let outcome = outcomes.last(where: { $0.request == request }) {
      return outcome.picture.map { .drawn($0) } ?? .failed
    }
    let sameAddress = outcomes.last { $0.request.url == request.url }
    // What couldn't be drawn in one size can't be drawn in another.
    if let sameAddress, sameAddress.picture == nil { return .failed }
    return .awaited(meanwhile: sameAddress?.picture)
  }

  /// Takes over what the screen has room for now, and requests it if it isn't there.
  /// - Parameter id: the id of a request, if there's one.
  mutating func show(_ wanted: PictureRequest?, id: RequestID) -> [Effect] {
    if let wanted { touch(wanted) }
    guard let wanted, case .awaited = state(of: wanted) else { return request.cancel() }
    if request.subject == wanted { return [] }
    return request.begin(id, wanted) + [.picture(.load(id, wanted))]
  }

  /// Keeps a picture, whether it's still awaited or not.
  mutating func keep(_ picture: Picture?, for drawn: PictureRequest) {
    if request.subject == drawn { _ = request.end(request.id) }
    outcomes.removeAll { $0.request == drawn }
    outcomes.append((drawn, picture))
    if outcomes.count > Self.capacity { outcomes.removeFirst() }
  }

  /// Lets pictures that couldn't be drawn be tried again.
  mutating func forgetFailures() { outcomes.removeAll { $0.picture == nil } }

  private mutating func touch(_ request: PictureRequest) {
    guard outcomes.last?.request != request,
      let index = outcomes.lastIndex(where: { $0.request == request })
    else { return }
    outcomes.append(outcomes.remove(at: index))
  }

  public static func == (one: Pictures, other: Pictures) -> Bool {
    one.depth == other.depth && one.request == other.request
      && one.outcomes.elementsEqual(other.outcomes) { $0 == $1 }
  }
}
