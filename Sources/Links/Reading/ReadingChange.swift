public import Foundation
public import Markup

/// A change that marks pages as read or unread, or its inverse.
///
///     let change = ReadingChange(isRead: true, [link.address], at: .now)
///     let outcome = await store.applyInBatches(change, at: .now)
///     print("Marked \(outcome.inverse?.count ?? 0) pages as read")
public struct ReadingChange: Hashable, Sendable {
  /// The new state of each page, by the key of its address. A position is applied only if the page
  /// has none, or if it would be at the end of an unread page.
  package private(set) var states: [String: ReadingState]

  package init(_ states: [String: ReadingState]) { self.states = states }

  /// Marks pages as read or unread.
  /// - Parameter date: when the pages were read.
  public init(isRead: Bool, _ addresses: [WebAddress], at date: Date) {
    let state = ReadingState(readAt: isRead ? date : nil)
    states = addresses.reduce(into: [:]) { $0[LinkKey.key(of: $1)] = state }
  }

  /// The number of pages.
  public var count: Int { states.count }

  /// Whether pages become read. A change and its inverse don't mix both.
  public var isRead: Bool { states.first?.value.readAt != nil }

  /// The new state of a page, or nil if the change isn't about the page.
  public subscript(_ address: WebAddress) -> ReadingState? { states[LinkKey.key(of: address)] }

  /// Returns the part of the change for some of its pages.
  package func piece(of keys: some Collection<String>) -> ReadingChange {
    ReadingChange(keys.reduce(into: [:]) { $0[$1] = states[$1] })
  }

  /// Returns the part of the change for the pages of another change.
  public func part(of other: ReadingChange) -> ReadingChange {
    ReadingChange(states.filter { other.states[$0.key] != nil })
  }

  /// Combines changes, or returns nil if there are none. If several are about the same page, the
  /// first one wins.
  public static func joined(_ changes: [ReadingChange]) -> ReadingChange? {
    let states = changes.reduce(into: [:]) { $0.merge($1.states) { first, _ in first } }
    return states.isEmpty ? nil : ReadingChange(states)
  }
}
