import RayletteApp

/// Runs share activities for the state, off the main actor.
@MainActor
final class ShareRunner {
  private let sharing: Sharing
  private let tasks: RequestTasks
  private let post: EffectRunner.Post
  /// The running activities.
  private var activities: [RequestID: ShareActivity] = [:]

  init(sharing: Sharing, tasks: RequestTasks, post: @escaping EffectRunner.Post) {
    self.sharing = sharing
    self.tasks = tasks
    self.post = post
  }

  func run(_ id: RequestID, _ activity: ShareActivity, _ source: ShareSource) {
    activities[id] = activity
    tasks.run(id) { [sharing, post] in
      post(.share(.ended(id, activity, await sharing.share(activity, source))))
      self.activities[id] = nil
    }
  }

  /// Waits for pending copies and file writes. Every other share ends with the program.
  func finish() async {
    for (id, activity) in activities where activity.outlivesScreen { await tasks.end(of: id) }
  }
}

extension ShareActivity {
  /// Whether the activity has to finish after the user quits.
  fileprivate var outlivesScreen: Bool {
    switch self {
    case .copy, .save, .copyArticle, .saveArticle: true
    case .email, .code, .open, .command: false
    }
  }
}
