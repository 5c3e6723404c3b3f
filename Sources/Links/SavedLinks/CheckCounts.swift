import Localization
import Markup

/// The number of links that a check found in each state. The states themselves are in the store.
package struct CheckCounts: Hashable, Sendable {
  package var total: Int
  private var counts: [LinkCheck.State: Int] = [:]

  package init(total: Int) { self.total = total }

  package mutating func add(_ outcome: LinkCheck.Outcome) { counts[outcome.state, default: 0] += 1 }

  /// `Checked 12 links: 1 gone, 2 moved, 0 unreachable`.
  package var message: String {
    let checked = counts.values.reduce(0, +)
    let states = LinkCheck.State.allCases.compactMap(text).list
    return checked == total
      ? localized("Checked \(total, "link"): \(states)")
      : localized("Checked \(checked) of \(total, "link"): \(states)")
  }

  /// The number of links in a state. Nil for links that work.
  private func text(_ state: LinkCheck.State) -> String? {
    let count = counts[state] ?? 0
    return switch state {
    case .ok: nil
    case .gone: localized("\(count) gone")
    // Most checks find none.
    case .probablyGone: count > 0 ? localized("\(count) probably gone") : nil
    case .moved: localized("\(count) moved")
    case .unreachable: localized("\(count) unreachable")
    }
  }
}
