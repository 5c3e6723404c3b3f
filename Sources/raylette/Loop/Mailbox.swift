import RayletteApp

/// Receives all events in order: keys, signals and the results of effects.
struct Mailbox: Sendable {
  enum Mail: Sendable {
    case action(Action)
    /// A delayed frame may be shown now.
    case frameDue
  }

  /// The received events. Only the loop reads them.
  let mail: AsyncStream<Mail>
  private let input: AsyncStream<Mail>.Continuation

  init() { (mail, input) = AsyncStream.makeStream() }

  func post(_ action: Action) { input.yield(.action(action)) }

  func frameIsDue() { input.yield(.frameDue) }
}
