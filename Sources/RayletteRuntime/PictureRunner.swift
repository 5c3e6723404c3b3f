import RayletteApp
import TerminalGrid

/// Draws pictures for the state.
@MainActor
struct PictureRunner {
  /// The loader, or nil if no pictures are drawn.
  let loader: PictureLoader?
  let tasks: RequestTasks
  let post: EffectRunner.Post

  func run(_ effect: Effect.Drawing) {
    guard let loader else { return }
    switch effect {
    case .load(let id, let request):
      tasks.run(id) { [post] in
        let picture = await loader.picture(for: request)
        if !Task.isCancelled { post(.program(.pictureLoaded(request, picture))) }
      }
    case .icon(let id, let request):
      tasks.run(id) { [post] in
        let outcome = await loader.icons.icon(for: request)
        guard !Task.isCancelled, case .ended(let icon) = outcome else { return }
        post(.saved(.iconLoaded(id, icon)))
      }
    }
  }
}
