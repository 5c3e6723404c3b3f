public import Foundation
public import Markup

/// A change of which pages are read, and the way back from it.
///
///     let change = ReadingChange(isRead: true, [link.address], at: .now)
///     let outcome = await store.applyInBatches(change, at: .now)
///     print("Marked \(outcome.inverse?.count ?? 0) pages as read")
public struct ReadingChange: Hashable, Sendable {
  /// What each page is to be, by the key of its address. A place is only taken where the page has
  /// none, or leaves the end because it becomes unread.
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

  /// What a page becomes, or nil if the change isn't about it.
  public subscript(_ address: WebAddress) -> ReadingState? { states[LinkKey.key(of: address)] }

  /// The part about some of its pages.
  package func piece(of keys: some Collection<String>) -> ReadingChange {
    ReadingChange(keys.reduce(into: [:]) { $0[$1] = states[$1] })
  }

  /// The part about the pages that another change is about.
  public func part(of other: ReadingChange) -> ReadingChange {
    ReadingChange(states.filter { other.states[$0.key] != nil })
  }

  /// Combines changes, or returns nil if there are none. The first one about a page wins.
  public static func joined(_ changes: [ReadingChange]) -> ReadingChange? {
    let states = changes.reduce(into: [:]) { $0.merge($1.states) { first, _ in first } }
    return states.isEmpty ? nil : ReadingChange(states)
  }
}
