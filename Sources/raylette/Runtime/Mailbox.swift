import RayletteApp

/// Where everything that happens arrives, in order: keys, signals, answers to effects.
struct Mailbox: Sendable {
  enum Mail: Sendable {
    case action(Action)
    /// A frame was held back and may be shown now.
    case frameDue
  }

  /// What arrived; read by the loop alone.
  let mail: AsyncStream<Mail>
  private let input: AsyncStream<Mail>.Continuation

  init() { (mail, input) = AsyncStream.makeStream() }

  func post(_ action: Action) { input.yield(.action(action)) }

  func frameIsDue() { input.yield(.frameDue) }
}
