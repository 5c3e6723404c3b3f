package import RayletteApp

/// Receives all events in order: keys, signals and the results of effects.
package struct Mailbox: Sendable {
  package enum Mail: Sendable {
    case action(Action)
    /// A delayed frame may be shown now.
    case frameDue
  }

  /// The received events. Only the loop reads them.
  package let mail: AsyncStream<Mail>
  private let input: AsyncStream<Mail>.Continuation

  package init() { (mail, input) = AsyncStream.makeStream() }

  package func post(_ action: Action) { input.yield(.action(action)) }

  package func frameIsDue() { input.yield(.frameDue) }
}
