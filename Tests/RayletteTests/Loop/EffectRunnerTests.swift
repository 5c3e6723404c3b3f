import Foundation
import LinkPreview
import Links
import TaskLimits
import TestSupport
import Testing

@testable import Favorites
@testable import LinkStore
@testable import RayletteApp
@testable import raylette

/// Runs effects on a real store, web server and files, as the program does.
@MainActor
@Suite(.takesTurn)
struct EffectRunnerTests {
  /// A runner, and the actions it posted.
  private struct Bench: Sendable {
    let runner: EffectRunner
    let store: SavedLinkStore
    let posted: Locked<[Action]>

    var actions: [Action] { posted.withLock(\.self) }

    /// Runs effects until a matching action is posted.
    @MainActor
    func run(_ effects: Effect..., until isLast: (Action) -> Bool) async throws -> [Action] {
      for effect in effects { runner.run(effect) }
      try await waitUntil { actions.contains(where: isLast) }
      return actions
    }
  }

  private func withBench(
    now: @escaping @Sendable () -> Date = { Date() },
    _ body: @MainActor (Bench) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let posted = Locked<[Action]>([])
      let store = try SavedLinkStore(location: location)
      let runner = EffectRunner(saved: store, location: location, now: now) { action in
        posted.withLock { $0.append(action) }
      }
      let bench = Bench(runner: runner, store: store, posted: posted)
      var failure: (any Error)?
      let unwritten = await runner.serve {
        do {
          try await body(bench)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      #expect(unwritten.isEmpty)
    }
  }

  private let id = RequestID.none.next

  @Test("a fetch cancelled before it starts sends no request")
  func earlyCancel() async throws {
    try await withServer(["*": Answer([.hang])]) { server in
      try await withBench { bench in
        let fetch = Effect.Fetch.preview(id, server.url("/"), timeout: .seconds(600))
        let actions = try await bench.run(.fetch(fetch), .cancel(id)) {
          if case .program(.previewLoaded) = $0 { true } else { false }
        }
        #expect(actions.last == .program(.previewLoaded(id, .failure(.cancelled))))
        #expect(server.requests.isEmpty)
      }
    }
  }

  @Test("a cancelled fetch closes its connection")
  func lateCancel() async throws {
    try await withServer(["*": Answer([.hang])]) { server in
      try await withBench { bench in
        let fetch = Effect.Fetch.preview(id, server.url("/"), timeout: .seconds(600))
        bench.runner.run(.fetch(fetch))
        await server.wait { !$0.isEmpty }
        let actions = try await bench.run(.cancel(id)) {
          if case .program(.previewLoaded) = $0 { true } else { false }
        }
        #expect(actions.last == .program(.previewLoaded(id, .failure(.cancelled))))
        await server.waitUntilIdle()
      }
    }
  }

  @Test("a cancelled read from the store isn't answered")
  func cancelledQuestion() async throws {
    try await withBench { bench in
      // The store reads nothing else until the read is cancelled.
      let (isBusy, isFree) = (Locked(false), DispatchSemaphore(value: 0))
      let busy = Task { [file = bench.store.file] in
        _ = try await file.read { _ in
          isBusy.withLock { $0 = true }
          isFree.wait()
        }
      }
      try await waitUntil { isBusy.withLock(\.self) }
      let other = id.next
      for effect in [Effect.read(.list(id, SavedQuery(), rows: 10)), .cancel(id)] {
        bench.runner.run(effect)
      }
      isFree.signal()
      let actions = try await bench.run(.read(.tags(other))) {
        if case .saved(.tagsRead) = $0 { true } else { false }
      }
      try await busy.value
      #expect(actions == [.saved(.tagsRead(other, .success([])))])
    }
  }

  @Test("writes keep their order, and the last ones finish before the program ends")
  func writeOrder() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      let posted = Locked<[Action]>([])
      let runner = EffectRunner(saved: store, location: location) { action in
        posted.withLock { $0.append(action) }
      }
      let urls = try ["a", "b"].map { try #require(URL(string: "https://\($0).example/")) }
      _ = await runner.serve {
        runner.run(.write(.save(id, LinkMetadata(originalURL: urls[0]))))
        runner.run(.write(.save(id.next, LinkMetadata(originalURL: urls[1]))))
        runner.run(.write(.undo(id, of: .request(id))))
        runner.run(.write(.redo(id)))
        runner.run(.write(.undo(id.next, of: .request(id.next))))
      }
      let listing = try await store.list(SavedQuery(), rows: 10)
      #expect(listing.firstLinks.map(\.url) == [urls[0]])
      let ids = posted.withLock { actions in
        actions.map { action -> RequestID? in
          switch action {
          case .changes(.linkSaved(let id, .success)), .changes(.ended(let id, _, .success)): id
          default: nil
          }
        }
      }
      #expect(ids == [id, id.next, id, id, id.next])
    }
  }

  @Test("a change of many links reports its progress")
  func manyChanges() async throws {
    try await withBench { bench in
      // None of these links exist, so the change finds nothing to do.
      let change = ChangeRequest.make(.restore(Array(1...1500)))
      let actions = try await bench.run(.write(.change(id, change, .restored))) {
        if case .changes(.ended) = $0 { true } else { false }
      }
      #expect(
        actions == [
          .saved(.jobStarted(id, total: 1500)), .saved(.jobProgressed(id, done: 1000)),
          .saved(.jobProgressed(id, done: 1500)), .saved(.jobEnded(id, .changed)),
          .changes(.ended(id, .make, .success(ChangeOutcome()))),
        ])
    }
  }

  @Test("a refresh loads eight pages at once, and a cancelled one keeps what it loaded")
  func refresh() async throws {
    let answer = Answer { $0.path == "/0" ? .page("<title>Zero</title>") : Answer([.hang]) }
    try await withServer(["*": answer]) { server in
      try await withBench { bench in
        var ids: [SavedLink.ID] = []
        for number in 0..<20 {
          let metadata = LinkMetadata(originalURL: server.url("/\(number)"))
          let outcome = try await bench.store.save(metadata, at: Date())
          if case .saved(let link) = outcome { ids.append(link.id) }
        }
        #expect(ids.count == 20)
        bench.runner.run(.job(.refresh(id, ids)))
        // One has ended, and eight hang.
        await server.wait { $0.count >= 9 }
        try await waitUntil { bench.actions.contains(.saved(.jobProgressed(id, done: 1))) }
        #expect(server.requests.count == 9)
        let actions = try await bench.run(.cancel(id)) {
          if case .saved(.jobEnded) = $0 { true } else { false }
        }
        guard case .saved(.jobEnded(id, .refreshed(let metadata, failed: 19, _)))? = actions.last
        else {
          Issue.record("\(actions.suffix(3))")
          return
        }
        #expect(metadata.map { ids.firstIndex(of: $0.key) } == [0])
        #expect(metadata.first?.value.title == "Zero")
      }
    }
  }

  @Test("the trash is purged after 30 days, by the time that is injected")
  func purge() async throws {
    let date = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    try await withBench(now: { date.withLock(\.self) }) { bench in
      let url = try #require(URL(string: "https://a.example/"))
      let now = date.withLock(\.self)
      guard
        case .saved(let link) = try await bench.store.save(
          LinkMetadata(originalURL: url), at: now)
      else {
        Issue.record("not saved")
        return
      }
      try await bench.store.apply(.trash([link.id], at: now), at: now)
      // Days count on which the program was started.
      for day in 0...31 {
        date.withLock { $0 = now + Double(day) * 86_400 }
        bench.posted.withLock { $0 = [] }
        _ = try await bench.run(.write(.purgeTrash)) {
          if case .saved(.trashPurged(isDone: true)) = $0 { true } else { false }
        }
        let count = try await bench.store.list(SavedQuery(isTrash: true), rows: 0).ids.count
        if day < 30 { #expect(count == 1, "day \(day)") }
        if day == 31 { #expect(count == 0) }
      }
    }
  }

  @Test(
    "every share activity reports that its link is gone",
    arguments: [ShareActivity.copy(.address), .email, .open])
  func shares(activity: ShareActivity) async throws {
    try await withBench { bench in
      let actions = try await bench.run(.share(id, activity, .saved([42]))) {
        if case .share(.ended) = $0 { true } else { false }
      }
      #expect(actions == [.share(.ended(id, activity, .failure(.linkGone)))])
    }
  }

  @Test("the note of a link that's gone isn't edited")
  func note() async throws {
    try await withBench { bench in
      let actions = try await bench.run(.system(.editNote(42))) {
        if case .saved(.noteEdited) = $0 { true } else { false }
      }
      #expect(actions == [.saved(.noteEdited(42, .failure(.linkGone)))])
    }
  }

  @Test("the history has every card that came up before it was opened")
  func history() async throws {
    try await withBench { bench in
      for round in 1...3 {
        let visits = (1...40).map {
          Visit(
            address: "https://a.example/\(round)/\($0)", title: "Card", wheel: "mine",
            seenAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(round * 100 + $0)))
        }
        bench.posted.withLock { $0 = [] }
        for visit in visits {
          bench.runner.run(.write(.seen(SeenLink(address: visit.address, visit: visit))))
        }
        let actions = try await bench.run(.read(.choices(id, .history))) {
          if case .chooser(.choicesRead) = $0 { true } else { false }
        }
        guard case .chooser(.choicesRead(id, .success(.history(let read))))? = actions.last else {
          Issue.record("\(actions)")
          return
        }
        #expect(read.count == 40 * round)
        #expect(Set(read.map(\.address)).isSuperset(of: visits.map(\.address)))
      }
    }
  }
}
