public import TerminalGrid

/// The pictures of cards: those that were drawn, and those that the screen waits for.
public struct Pictures: Equatable, Sendable {
  /// The colours that pictures are drawn in; nil where there are none to be.
  public let depth: ColorDepth?
  /// What the screen shows or would show, and is not there yet.
  private(set) var awaited: [PictureRequest] = []
  /// What came, the last one used last; nil for what can't be drawn.
  private var outcomes: [(request: PictureRequest, picture: Picture?)] = []

  /// How many outcomes are kept; a picture is some 20 KB.
  private static let capacity = 100

  public init(depth: ColorDepth?) { self.depth = depth }

  /// A card without room for pictures.
  public static let none = Pictures(depth: nil)

  /// How far a picture is.
  enum PictureState: Equatable {
    /// With the same picture in another size, where there is one.
    case awaited(inTheMeantime: Picture?)
    case drawn(Picture)
    case failed
  }

  func look(of request: PictureRequest) -> PictureState {
    if let outcome = outcomes.last(where: { $0.request == request }) {
      return outcome.picture.map { .drawn($0) } ?? .failed
    }
    let sameAddress = outcomes.last { $0.request.url == request.url }
    // What could not be drawn in one size can't in another.
    if let sameAddress, sameAddress.picture == nil { return .failed }
    return .awaited(inTheMeantime: sameAddress?.picture)
  }

  /// Takes over what the screen has room for now.
  /// - Returns: what is to be done about it.
  mutating func show(_ requests: [PictureRequest]) -> [Effect] {
    for request in requests { touch(request) }
    let missing = requests.filter {
      if case .awaited = look(of: $0) { true } else { false }
    }
    guard missing != awaited else { return [] }
    let effects =
      awaited.filter { !missing.contains($0) }.map { Effect.cancelPicture($0) }
      + missing.filter { !awaited.contains($0) }.map { Effect.loadPicture($0) }
    awaited = missing
    return effects
  }

  /// Keeps what came, whether it is still waited for or not.
  mutating func keep(_ picture: Picture?, for request: PictureRequest) {
    awaited.removeAll { $0 == request }
    outcomes.removeAll { $0.request == request }
    outcomes.append((request, picture))
    if outcomes.count > Self.capacity { outcomes.removeFirst() }
  }

  /// Lets what could not be drawn be tried again.
  mutating func forgetFailures() { outcomes.removeAll { $0.picture == nil } }

  private mutating func touch(_ request: PictureRequest) {
    guard outcomes.last?.request != request,
      let index = outcomes.lastIndex(where: { $0.request == request })
    else { return }
    outcomes.append(outcomes.remove(at: index))
  }

  public static func == (one: Pictures, other: Pictures) -> Bool {
    one.depth == other.depth && one.awaited == other.awaited
      && one.outcomes.elementsEqual(other.outcomes) { $0 == $1 }
  }
}
