public import Foundation
import Localization
import Markup

/// Whether a link still works, and when that was checked.
public struct LinkCheck: Hashable, Sendable, Codable {
  /// What the check found.
  public var outcome: Outcome
  /// When the check was made.
  public var checkedAt: Date

  /// Creates a result of a check.
  public init(outcome: Outcome, checkedAt: Date) {
    self.outcome = outcome
    self.checkedAt = checkedAt
  }

  /// The outcome of a check. The names of the cases are those of ``State``, by which filters find
  /// them in stored JSON.
  public enum Outcome: Hashable, Sendable, Codable {
    /// The page is there.
    case ok
    /// The site says that the page has moved permanently.
    case moved(to: URL)
    /// The site says that the page has moved permanently, but to an address that can't be its own: the
    /// front page, a login, or where other pages of the host lead too.
    case probablyGone(to: URL)
    /// The site says that the page doesn't exist (404 or 410).
    case gone
    /// No response, or an inconclusive one; the reason is a sentence for people.
    case unreachable(String)

    private enum CodingKeys: String, CodingKey {
      case ok, moved, gone, unreachable
      case probablyGone = "probably gone"
    }
  }

  /// An outcome without its details. The raw value is its word in lists, commands and JSON.
  package enum State: String, CaseIterable, Hashable, Sendable {
    case ok, gone
    case probablyGone = "probably gone"
    case moved, unreachable
  }
}

extension LinkCheck.Outcome {
  package var state: LinkCheck.State {
    switch self {
    case .ok: .ok
    case .moved: .moved
    case .probablyGone: .probablyGone
    case .gone: .gone
    case .unreachable: .unreachable
    }
  }

  /// The outcome as a sentence.
  package var message: String {
    switch self {
    case .ok: localized("The page can be reached.")
    case .moved(let url): localized("Moved to \(url.absoluteString)")
    case .probablyGone(let url): localized("Probably gone: it leads to \(url.absoluteString)")
    case .gone: localized("The page is gone.")
    case .unreachable(let reason): reason
    }
  }

  /// The outcome for a list row, or nil for a link that works.
  package var shortText: String? {
    switch self {
    case .ok: nil
    case .moved(let url): localized("moved to \(url.displayHost)")
    case .gone, .probablyGone, .unreachable: state.label
    }
  }

  /// The outcome for a line of `raylette saved show`.
  package var longText: String {
    switch self {
    case .ok: localized("leads to its page")
    case .moved(let url): localized("moved to \(url.absoluteString)")
    case .probablyGone(let url): localized("probably gone: it leads to \(url.absoluteString)")
    case .gone: state.label
    case .unreachable(let reason): localized("unreachable: \(reason)")
    }
  }

  /// The outcome after the address of the link.
  package func line(of address: String) -> String {
    let line = "\(state.rawValue): \(address)"
    return switch self {
    case .ok, .gone: line
    case .moved(let url), .probablyGone(let url): "\(line) -> \(url.absoluteString)"
    case .unreachable(let reason): "\(line): \(reason)"
    }
  }
}

extension LinkCheck.State {
  /// The state for people.
  package var label: String {
    switch self {
    case .ok: localized("ok")
    case .moved: localized("moved")
    case .gone: localized("gone")
    case .probablyGone: localized("probably gone")
    case .unreachable: localized("unreachable")
    }
  }

  /// The value of `is:` in filters, or nil for links that work.
  var filterWord: String? {
    switch self {
    case .ok: nil
    case .gone: "dead"
    // The word for pages that are gone finds these, too.
    case .probablyGone: nil
    case .moved, .unreachable: rawValue
    }
  }

  /// The links that the filter finds.
  var filterMeaning: String {
    switch self {
    case .ok: localized("pages that are there")
    case .gone, .probablyGone: localized("pages that are gone")
    case .moved: localized("pages with a new address")
    case .unreachable: localized("pages that couldn't be checked")
    }
  }

  /// Whether the page can't be read any more.
  package var isFinal: Bool { self == .gone }
}
