import Links
import Synchronization

@testable import RayletteApp

/// Wheels in memory that answer the effects of the state.
enum WheelDouble {
  private struct Entry {
    var wheel: Wheel
    var seen: Set<String> = []
    var round = 0
  }

  private static let entries = Mutex<[WheelID: Entry]>([:])

  /// Adds a wheel.
  static func add(_ wheel: Wheel, seen: Int = 0, isKept: Bool = true) -> WheelSummary {
    entries.withLock { entries in
      let id = WheelID(sample: Int64(entries.count + 1), isKept: isKept)
      entries[id] = Entry(wheel: wheel, seen: Set(wheel.links.prefix(seen).map(\.address)))
      return WheelSummary(
        id: id, name: wheel.name, count: wheel.links.count,
        unseenCount: wheel.links.count - seen)
    }
  }

  /// Returns the answer to a draw, or nil for other effects. Records what's seen.
  static func answer(_ effect: Effect) -> Action? {
    switch effect {
    case .fetch(.spin(let id, let draw, _, _, _)): return .spin(.drawn(id, .success(pick(draw))))
    case .write(.seen(let link)):
      guard let id = link.wheel else { break }
      entries.withLock { entries in
        if let round = link.endedRound, entries[id]?.round == round {
          entries[id]?.seen = []
          entries[id]?.round += 1
        }
        entries[id]?.seen.insert(link.address)
      }
    default: break
    }
    return nil
  }

  private static func pick(_ draw: WheelDraw) -> SpinDraw? {
    entries.withLock { entries in
      guard let entry = entries[draw.wheel] else { return nil }
      let others = entry.wheel.links.filter { !draw.excluded.contains($0.address) }
      let unseen = draw.isSeeded ? others : others.filter { !entry.seen.contains($0.address) }
      let last = entry.wheel.links.filter { $0.address != draw.excluded.last }
      guard let links = [unseen, others, last, entry.wheel.links].first(where: { !$0.isEmpty })
      else { return nil }
      return SpinDraw(
        DrawnLink(
          link: links[Int(draw.random % UInt64(links.count))], isUnseen: !unseen.isEmpty,
          startsOver: unseen.isEmpty, round: entry.round))
    }
  }
}

extension [Effect] {
  /// Answers the draws among them, and those among what follows.
  /// - Returns: These effects and those that followed from the answers.
  func drawn(in state: inout AppState) -> [Effect] {
    flatMap { effect -> [Effect] in
      guard let answer = WheelDouble.answer(effect) else { return [effect] }
      return [effect] + update(&state, answer).drawn(in: &state)
    }
  }

  /// The links among them that count as seen, or whose cards are in the history.
  var seenLinks: [SeenLink] {
    compactMap { if case .write(.seen(let link)) = $0 { link } else { nil } }
  }

  /// The addresses that count as seen in their wheel.
  var marks: [String] { seenLinks.filter { $0.wheel != nil }.map(\.address) }

  /// Without the effects that pick links.
  var withoutDraws: [Effect] {
    filter { if case .fetch(.spin) = $0 { false } else { true } }
  }
}

/// Spins the wheel, which answers at once.
@discardableResult
func spin(_ state: inout AppState) -> [Effect] {
  run("spin.next", in: &state).drawn(in: &state)
}
