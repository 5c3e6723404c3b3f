import RayletteApp
import TerminalGrid

/// The pictures that are being made, each of which can be called off, however early that comes.
@MainActor
final class PictureTasks {
  private let loader: PictureLoader?
  private var tasks: [PictureRequest: Task<Picture?, Never>] = [:]

  /// - Parameter loader: nil where no pictures are drawn.
  init(loader: PictureLoader?) { self.loader = loader }

  func begin(_ request: PictureRequest) -> Task<Picture?, Never>? {
    guard let loader else { return nil }
    let task = Task { await loader.picture(for: request) }
    tasks[request] = task
    return task
  }

  /// Waits for a picture and posts it, unless it was called off.
  func finish(
    _ task: Task<Picture?, Never>, for request: PictureRequest, post: EffectRunner.Post
  ) async {
    let picture = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    if tasks[request] == task { tasks[request] = nil }
    if !task.isCancelled { post(.pictureLoaded(request, picture)) }
  }

  func cancel(_ request: PictureRequest) { tasks.removeValue(forKey: request)?.cancel() }
}
