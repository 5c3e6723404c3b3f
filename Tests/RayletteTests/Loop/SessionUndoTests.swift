import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import Favorites
@testable import RayletteApp
@testable import raylette

/// The undo of sessions and commands that share a store: everything that a key changes, in the order
/// in which it was made.
@MainActor
@Suite(.takesTurn)
struct SessionUndoTests {
  /// A program without a screen: its state, and the effects it runs.
  @MainActor
  private final class Session {
    let store: SavedLinkStore
    let wheels: WheelStore
    let runner: EffectRunner
    private let posted: Locked<[Action]>
    private var id = RequestID.none

    init(_ location: StoreLocation) throws {
      let posted = Locked<[Action]>([])
      self.posted = posted
      store = try SavedLinkStore(location: location)
      runner = EffectRunner(saved: store, location: location) { action in
        posted.withLock { $0.append(action) }
      }
      wheels = runner.library.wheels
    }

    /// Makes a change.
    /// - Returns: its id and its outcome.
    func make(_ request: ChangeRequest) async throws -> (RequestID, ChangeOutcome) {
      // What the log calls it matters to nobody here.
      let outcome = try await run { .change($0, request, .edited) }
      return (id, outcome)
    }

    /// Undoes the change of a request, or the latest, with yes to the question that a command's change
    /// raises.
    func undo(_ request: RequestID? = nil) async throws -> ReplayedChange? {
      while true {
        let replayed = try await run {
          .undo($0, of: request.map { .request($0) } ?? .latest)
        }.replayed
        guard let held = replayed, held.isHeld else { return replayed }
        let confirmed = try await run { .undo($0, of: .change(held.change.id)) }.replayed
        // Otherwise, somebody else has undone it meanwhile.
        if let confirmed { return confirmed }
      }
    }

    func redo() async throws -> ReplayedChange? { try await run { .redo($0) }.replayed }

    private func run(_ effect: (RequestID) -> Effect.Write) async throws -> ChangeOutcome {
      id = id.next
      let id = id
      posted.withLock { $0 = [] }
      runner.run(.write(effect(id)))
      var outcome: Result<ChangeOutcome, StoreError>?
      try await waitUntil {
        for action in posted.withLock(\.self) {
          if case .changes(.ended(id, _, let result)) = action { outcome = result }
        }
        return outcome != nil
      }
      return try #require(outcome).get()
    }
  }

  private func location(_ home: TemporaryHome) -> StoreLocation {
    StoreLocation(environment: home.environment, folder: "raylette")
  }

  private func with(
    _ home: TemporaryHome, _ body: @MainActor (Session) async throws -> Void
  ) async throws {
    let session = try Session(location(home))
    var failure: (any Error)?
    let unwritten = await session.runner.serve {
      do {
        try await body(session)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    #expect(unwritten.isEmpty)
  }

  private func save(_ count: Int, _ name: String, in store: SavedLinkStore) async throws
    -> [SavedLink.ID]
  {
    var ids: [SavedLink.ID] = []
    for number in 0..<count {
      let url = try #require(URL(string: "https://\(name).example/\(number)"))
      ids.append(try await store.save(LinkMetadata(originalURL: url), at: .now).link.id)
    }
    return ids
  }

  /// What can be seen of the store.
  private struct Snapshot: Equatable {
    var readAt: [Date?]
    var tags: [[String]]
    var listed: Int
    var never: [NeverAgain]
    var spinnable: Int?
  }

  private func snapshot(
    _ session: Session, _ ids: [SavedLink.ID], _ wheel: WheelID
  ) async throws -> Snapshot {
    let links = try await session.store.links(ids).sorted { $0.id < $1.id }
    return Snapshot(
      readAt: links.map(\.reading?.readAt), tags: links.map(\.tags),
      listed: try await session.store.list(SavedQuery()).total,
      never: try await session.wheels.neverAgain(),
      spinnable: try await session.wheels.wheel(wheel)?.count)
  }

  @Test("undo goes back through every kind of change in order, and redo forward")
  func order() async throws {
    try await withTemporaryHome { home in
      try await with(home) { session in
        let ids = try await save(4, "a", in: session.store)
        let first = try await session.store.links([ids[0]]).map(\.address)
        try await session.store.markRead(true, first, date: Date(timeIntervalSince1970: 1e9))
        let wheel = try await session.wheels.add(
          Wheel(
            name: "w", links: ["x", "y"].map { Wheel.Link(address: "https://\($0).example/") }),
          from: [], at: .now)
        let entry = NeverAgain(
          .link("https://x.example/"), title: "X", addedAt: Date(timeIntervalSince1970: 2e9))
        let requests: [ChangeRequest] = [
          .make(.addTags(["swift"], to: ids)), .mark(.links(ids), isRead: nil),
          .never(entry), .make(.trash([ids[3]], at: .now)),
          .mark(.links(Array(ids[..<2])), isRead: nil), .allow(entry.subject),
          .never(NeverAgain(.host("y.example"), addedAt: Date(timeIntervalSince1970: 2e9))),
          .mark(.page(try #require(URL(string: "https://a.example/0"))), isRead: true),
        ]
        var states = [try await snapshot(session, ids, wheel.id)]
        for request in requests {
          let (_, outcome) = try await session.make(request)
          #expect(outcome.count > 0 || outcome.isOfWheels, "\(request)")
          states.append(try await snapshot(session, ids, wheel.id))
        }
        #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
        // All were read, so the two became unread.
        #expect(states[5].readAt[..<2] == [nil, nil])
        for round in 0..<2 {
          for index in requests.indices.reversed() {
            #expect(try await session.undo() != nil)
            #expect(
              try await snapshot(session, ids, wheel.id) == states[index], "\(round) \(index)")
          }
          for index in requests.indices {
            #expect(try await session.redo() != nil)
            #expect(
              try await snapshot(session, ids, wheel.id) == states[index + 1],
              "\(round) \(index)")
          }
        }
      }
    }
  }

  @Test("a mark that changes nothing, and what's listed already, is no change")
  func nothing() async throws {
    try await withTemporaryHome { home in
      try await with(home) { session in
        let ids = try await save(2, "a", in: session.store)
        _ = try await session.make(.mark(.links(ids), isRead: true))
        let (_, again) = try await session.make(.mark(.links(ids), isRead: true))
        #expect(again.isEmpty)
        let host = NeverAgain.Subject.host("x.example")
        _ = try await session.make(.never(NeverAgain(host, addedAt: .now)))
        let (id, listed) = try await session.make(.never(NeverAgain(host, addedAt: .now)))
        #expect(listed.isEmpty)
        #expect(try await session.undo(id) == nil)
        #expect(try await session.wheels.neverAgain().map(\.subject) == [host])
        let (_, gone) = try await session.make(.allow(.host("none.example")))
        #expect(gone.isEmpty)
      }
    }
  }

  @Test("1,500 links are marked in batches, and undone as one change")
  func many() async throws {
    try await withTemporaryHome { home in
      try await with(home) { session in
        let addresses = (0..<1500).map { "https://a.example/\($0)" }
        let reader = BookmarkReader(
          data: Data(addresses.joined(separator: "\n").utf8), name: "links.txt")
        _ = try await session.store.importLinks(from: reader, at: .now)
        let ids = try await session.store.list(SavedQuery()).ids
        #expect(ids.count == 1500)
        _ = try await session.make(.mark(.links([ids[7]]), isRead: true))
        let before = try await session.store.links(ids).map(\.reading)
        let (id, outcome) = try await session.make(.mark(.links(ids), isRead: nil))
        #expect(outcome.count == 1499 && outcome.reading?.isRead == true)
        let undone = try await session.undo(id)
        #expect(undone?.count == 1499 && undone?.reading?.count == 1499)
        #expect(try await session.store.links(ids).map(\.reading) == before)
      }
    }
  }

  @Test("sessions side by side undo their own changes", arguments: [2, 8])
  func together(count: Int) async throws {
    try await withTemporaryHome { home in
      let tasks = (0..<count).map { number in
        Task { try await takePart(number, in: home) }
      }
      for task in tasks { try await task.value }
      let store = try SavedLinkStore(location: location(home))
      let never = try await WheelStore(sharing: store).neverAgain().map(\.value).sorted()
      #expect(
        never == (0..<count).filter { $0.isMultiple(of: 2) }.map { "h\($0).example" }.sorted())
    }
  }

  @Test(
    "each change is undone once, by whichever of many sessions and commands", arguments: [2, 8])
  func shared(count: Int) async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(location: location(home))
      let ids = try await save(count * 3, "a", in: store)
      for id in ids {
        try await store.recording(.noted, from: .shell, at: .now)
          .apply(.set(.note, [id: "x"]), at: .now)
      }
      let undone = Locked<[ReplayedChange?]>([])
      let tasks = (0..<count).map { number in
        Task {
          try await with(home) { session in
            for round in 0..<3 {
              let change =
                (number + round).isMultiple(of: 2)
                ? try await session.undo()
                : try await SavedLinkStore(location: location(home)).undo(at: .now)
              undone.withLock { $0.append(change) }
            }
          }
        }
      }
      for task in tasks { try await task.value }
      let changes = undone.withLock(\.self).compactMap { $0 }
      #expect(changes.count == count * 3 && changes.allSatisfy { $0.count == 1 })
      #expect(Set(changes.map(\.change.id)).count == count * 3)
      #expect(Set(changes.flatMap(\.links)) == Set(ids))
      #expect(try await store.links(ids).allSatisfy { $0.note.isEmpty && $0.trashedAt == nil })
    }
  }

  @Test("a wheel in memory follows the undo of what never comes up again")
  func wheelInMemory() async throws {
    try await withTemporaryHome { home in
      try await with(home) { session in
        let links = ["x", "y"].map { Wheel.Link(address: "https://\($0).example/") }
        let wheel = try await session.wheels.open(
          Wheel(name: "w", links: links), isRemembered: true, at: .now)
        _ = try await session.make(
          .never(NeverAgain(.link("https://x.example/"), addedAt: .now)))
        #expect(try await session.wheels.wheel(wheel.id)?.count == 1)
        #expect(try await session.undo()?.allowed == [.link("https://x.example/")])
        #expect(try await session.wheels.wheel(wheel.id)?.count == 2)
        #expect(try await session.redo()?.listed.count == 1)
        #expect(try await session.wheels.wheel(wheel.id)?.count == 1)
      }
    }
  }

  /// Makes changes and undoes them. Every second session makes them again.
  private func takePart(_ number: Int, in home: TemporaryHome) async throws {
    try await with(home) { session in
      let ids = try await save(5, "h\(number)", in: session.store)
      let host = NeverAgain.Subject.host("h\(number).example")
      let (mark, _) = try await session.make(.mark(.links(ids), isRead: nil))
      let (never, _) = try await session.make(.never(NeverAgain(host, addedAt: .now)))
      #expect(try await session.undo(never)?.listed.isEmpty == true)
      let undone = try await session.undo(mark)
      #expect(undone?.count == 5 && undone?.leftCount == 0)
      #expect(try await session.undo(mark) == nil, "it's undone once")
      if number.isMultiple(of: 2) {
        _ = try await session.make(.mark(.links(ids), isRead: nil))
        _ = try await session.make(.never(NeverAgain(host, addedAt: .now)))
      }
      let links = try await session.store.links(ids)
      #expect(links.allSatisfy { ($0.reading != nil) == number.isMultiple(of: 2) })
    }
  }
}
