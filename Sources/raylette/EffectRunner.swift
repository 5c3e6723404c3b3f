import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// Does what the state asks of the world, and posts back what came of it.
@MainActor
final class EffectRunner {
  let saved: SavedLinkStore
  private let previews: PreviewLoader
  private let browser: Browser
  let pictures: PictureTasks
  private let sharing: ShareRunner
  private var shares: [ShareID: (activity: ShareActivity, task: Task<ShareOutcome, Never>)] = [:]
  let clock: any Clock<Duration>
  /// Stops what is under way over saved links.
  var cancelWork: (@Sendable () -> Void)?
  /// Fetches pages of links on screen that never were.
  var missing: Task<Void, Never>?
  /// Looks at a page as its publisher would.
  private var inspection: Task<Void, Never>?
  private var fetches: [SpinID: LinkMetadataProvider] = [:]
  private let (writes, writesInput) = AsyncStream.makeStream(of: Effect.self)

  init(
    saved: SavedLinkStore, cache: MetadataCache, environment: [String: String],
    terminal: TerminalAccess = .own, pictures: PictureLoader? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.saved = saved
    previews = PreviewLoader(cache: cache, clock: clock)
    self.pictures = PictureTasks(loader: pictures)
    browser = Browser(environment: environment, terminal: terminal)
    sharing = ShareRunner(saved: saved, environment: environment, terminal: terminal)
    self.clock = clock
  }

  typealias Post = @Sendable (Action) -> Void

  // MARK: - Previews

  /// Makes the provider of a fetch known, so that a cancel finds it however early it comes.
  func prepareFetch(_ id: SpinID, timeout: Duration) -> LinkMetadataProvider {
    let provider = LinkMetadataProvider(timeout: timeout)
    fetches[id] = provider
    return provider
  }

  func loadPreview(
    _ id: SpinID, _ url: URL, ignoringCache: Bool = false, with provider: LinkMetadataProvider,
    post: @escaping Post
  ) async {
    defer { fetches[id] = nil }
    await previews.load(url, of: id, ignoringCache: ignoringCache, with: provider, post: post)
  }

  func cancelPreview(_ id: SpinID) { fetches[id]?.cancel() }

  /// Begins to look at a page as its publisher would, in place of the page before.
  func inspection(of url: URL, timeout: Duration, post: @escaping Post) -> Task<Void, Never> {
    inspection?.cancel()
    let task = Task {
      let result: Result<[PageCheck.Finding], LinkMetadataError>
      do throws(LinkMetadataError) {
        result = .success(try await PageCheck.findings(fetching: url, timeout: timeout))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { post(.inspected(url, result)) }
    }
    inspection = task
    return task
  }

  func stopInspection() { inspection?.cancel() }

  // MARK: - Store

  /// Takes a change of the store into the queue, in which changes keep their order.
  func enqueue(_ effect: Effect) { writesInput.yield(effect) }

  /// Works the queue off until ``finish()``, and then what is still in it: quitting loses nothing.
  func writeToStore(_ post: @escaping Post) async {
    for await effect in writes {
      if case .change(let change, let origin, let words) = effect,
        change.ids.count > SavedChange.pieceSize
      {
        await changeMany(change, origin, words: words, post)
      } else if let answer = await write(effect) {
        post(answer)
      }
    }
  }

  /// No more changes will come.
  func finish() { writesInput.finish() }

  private func write(_ effect: Effect) async -> Action? {
    do throws(StoreError) {
      switch effect {
      case .save(let metadata):
        return .linkSaved(.success(try await saved.save(metadata, at: Date())))
      case .change(let change, let origin, let words):
        let inverse = try await saved.apply(change, at: Date())
        return .changed(change, origin, words: words, .success(inverse))
      // Nobody asked for these to be kept, so a store that can't is no news.
      case .markSeen(let address) where saved.writeObstacle == nil:
        try await saved.markSeen(address, at: Date())
      case .forgetSeen(let addresses) where saved.writeObstacle == nil:
        try await saved.forgetSeen(addresses)
      case .openSaved(let id, _) where saved.writeObstacle == nil:
        try await saved.markOpened(id, at: Date())
      default: break
      }
      return nil
    } catch {
      return effect.failed(with: error)
    }
  }

  /// Answers a question to the store.
  func readFromStore(_ effect: Effect, post: Post) async {
    do throws(StoreError) {
      switch effect {
      case .listSaved(let query, let rows):
        post(.savedListed(query, .success(try await saved.list(query, rows: rows))))
      case .readSaved(let ids): post(.savedRead(.success(try await saved.links(ids))))
      case .lookUp(let id, let url):
        let link = try await saved.link(for: url)
        post(.spinLookedUp(id, isSaved: link != nil))
      case .makeWheel(let ids): post(.wheelMade(try await saved.wheel(of: ids)))
      case .readTags: post(.tagsRead(try await saved.tags().map(\.tag)))
      default: break
      }
    } catch {
      post(effect.failed(with: error))
    }
  }

  /// Tells when somebody else changed the saved links, within half a second.
  func watchStore(_ post: Post) async {
    if saved.writeObstacle == nil {
      // What was removed long ago goes for good now; a failure is no news.
      _ = try? await saved.emptyTrash(removedBefore: Date() - Self.trashTime)
    }
    var version = try? await saved.othersVersion()
    while (try? await clock.sleep(for: .milliseconds(500))) != nil {
      guard let now = try? await saved.othersVersion(), now != version else { continue }
      version = now
      post(.storeChanged)
    }
  }

  /// How long what was removed can be put back: 30 days.
  private static let trashTime: TimeInterval = 30 * 86_400

  // MARK: - Browser and clock

  /// Shows a page. Not a child task on purpose: a browser outlives the program that started it.
  func open(_ url: URL, post: @escaping Post) {
    Task { await browser.open(url) { post(.browserOpened($0)) } }
  }

  /// Gives links away, off the main actor, until it is done or ``cancelShare(_:)`` ends it.
  func share(
    _ id: ShareID, _ activity: ShareActivity, _ source: ShareSource, post: @escaping Post
  ) {
    let sharing = sharing
    let task = Task.detached { await sharing.share(activity, source) }
    shares[id] = (activity, task)
    Task {
      post(.shareEnded(id, activity, await task.value))
      shares[id] = nil
    }
  }

  /// Returns when what was copied or written at the last moment is where it was to be; ends what else is shared.
  func finishSharing() async {
    for (activity, task) in shares.values {
      switch activity {
      case .copy, .save: _ = await task.value
      default: task.cancel()
      }
    }
  }

  func cancelShare(_ id: ShareID) { shares[id]?.task.cancel() }

  /// Keeps "3 minutes ago" true.
  func tellTime(_ post: Post) async {
    while (try? await clock.sleep(for: .seconds(30))) != nil { post(.timePassed(Date())) }
  }
}

extension Effect {
  /// What to report when the store could not do it.
  fileprivate func failed(with error: StoreError) -> Action {
    switch self {
    case .save: .linkSaved(.failure(error))
    case .change(let change, let origin, let words):
      .changed(change, origin, words: words, .failure(error))
    case .listSaved(let query, _): .savedListed(query, .failure(error))
    case .readSaved: .savedRead(.failure(error))
    default: .storeFailed(error)
    }
  }
}
