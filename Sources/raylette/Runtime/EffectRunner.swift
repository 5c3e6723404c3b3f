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
  /// What goes on over many links, to be stopped by its id.
  var jobs: [RequestID: Task<Void, Never>] = [:]
  /// What takes back the changes of this session.
  var changes = ChangeLog()
  /// The listing asked for last.
  private var listing: (id: RequestID, task: Task<Void, Never>)?
  private var isFinishing = false
  /// What could not be written after the screen was given back; a sentence for each.
  private(set) var unwritten: [String] = []
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
      await write(effect) { action in
        // Nobody sees the screen any more.
        if self.isFinishing, let failure = action.failure { self.unwritten.append(failure) }
        post(action)
      }
    }
  }

  /// No more changes will come.
  func finish() {
    isFinishing = true
    writesInput.finish()
  }

  private func write(_ effect: Effect, post: @escaping @MainActor (Action) -> Void) async {
    do throws(StoreError) {
      switch effect {
      case .save(let id, let spin, let metadata):
        let outcome = try await saved.save(metadata, at: Date())
        switch outcome {
        case .saved(let link), .restored(let link):
          changes.record(.trash([link.id], at: Date()), of: id)
        case .alreadySaved: break
        }
        post(.linkSaved(id, spin, .success(outcome)))
      case .saveAddresses(let id, let urls): await save(urls, id, post: post)
      case .change(let id, let request): await change(id, request, post: post)
      // Nobody asked for these to be kept, so a store that can't is no news.
      case .markSeen(let address) where saved.writeObstacle == nil:
        try await saved.markSeen(address, at: Date())
      case .forgetSeen(let addresses) where saved.writeObstacle == nil:
        try await saved.forgetSeen(addresses)
      case .openSaved(let id, _) where saved.writeObstacle == nil:
        try await saved.markOpened(id, at: Date())
      default: break
      }
    } catch {
      post(effect.failed(with: error))
    }
  }

  // MARK: - Questions to the store

  /// Begins to list links, in place of what was asked for before: SQLite stops looking for that.
  func listing(
    _ id: RequestID, _ query: SavedQuery, rows: Int, post: @escaping Post
  ) -> Task<Void, Never> {
    listing?.task.cancel()
    let saved = saved
    let task = Task {
      let result: Result<SavedListing, StoreError>
      do throws(StoreError) {
        result = .success(try await saved.list(query, rows: rows))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { post(.savedListed(id, result)) }
    }
    listing = (id, task)
    return task
  }

  func stopListing(_ id: RequestID) { if listing?.id == id { listing?.task.cancel() } }

  /// Answers a question to the store.
  func readFromStore(_ effect: Effect, post: @escaping Post) async {
    do throws(StoreError) {
      switch effect {
      case .readSaved(let id, let ids):
        post(.savedRead(id, .success(try await saved.links(ids))))
      case .lookUp(let id, let urls):
        var isSaved = false
        for url in urls where !isSaved { isSaved = try await saved.link(for: url) != nil }
        post(.spinLookedUp(id, isSaved: isSaved))
      case .makeWheel(let id, let ids):
        post(.wheelMade(id, .success(try await saved.wheel(of: ids))))
      case .readTags(let id):
        post(.tagsRead(id, .success(try await saved.tags().map(\.tag))))
      case .openUnread(let ids):
        for link in try await saved.links(ids) {
          enqueue(.openSaved(link.id, link.url))
          open(link.url, post: post)
        }
      default: break
      }
    } catch {
      post(effect.failed(with: error))
    }
  }

  /// Tells when an answer takes so long that a person wonders: a third of a second.
  func remindOfWait(_ id: RequestID, post: Post) async {
    if (try? await clock.sleep(for: .milliseconds(300))) != nil { post(.waitIsLong(id)) }
  }

  /// A link's note as it is now; nil when the link is gone.
  func note(of id: SavedLink.ID) async -> String? { try? await saved.links([id]).first?.note }

  /// Tells when somebody else changed the saved links, within half a second.
  func watchStore(_ post: Post) async {
    var version = try? await saved.externalChangeToken()
    var isTrashDue = saved.writeObstacle == nil
    while (try? await clock.sleep(for: .milliseconds(500))) != nil {
      if isTrashDue { isTrashDue = await !deleteExpired() }
      if let news = saved.takeNews() { post(.storeFailed(news)) }
      guard let now = try? await saved.externalChangeToken(), now != version else { continue }
      version = now
      post(.storeChanged)
    }
  }

  /// Deletes for good what was removed long ago; a failure is no news.
  /// - Returns: false to try again, since another program holds the file.
  private func deleteExpired() async -> Bool {
    do throws(StoreError) {
      try await saved.deleteExpired(at: Date())
    } catch .busy {
      return false
    } catch {}
    return true
  }

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
    case .save(let id, let spin, _): .linkSaved(id, spin, .failure(error))
    case .saveAddresses(let id, _): .linksSaved(id, .failure(error))
    case .change(let id, let request): .changed(id, request.direction, .failure(error))
    case .readSaved(let id, _): .savedRead(id, .failure(error))
    case .readTags(let id): .tagsRead(id, .failure(error))
    case .makeWheel(let id, _): .wheelMade(id, .failure(error))
    default: .storeFailed(error)
    }
  }
}

extension Action {
  /// What could not be written, for a person who has left the screen already.
  fileprivate var failure: String? {
    switch self {
    case .linkSaved(_, _, .failure(let error)), .linksSaved(_, .failure(let error)):
      "the last link was not saved: \(error)"
    case .changed(_, _, .failure(let error)): "the last change was not made: \(error)"
    case .changed(_, _, .success(let outcome)):
      outcome.interruption.map { "the last change was not made of all links: \($0)" }
    default: nil
    }
  }
}
