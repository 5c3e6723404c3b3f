public import Foundation

/// A link or a host that never comes up again.
public struct NeverAgain: Hashable, Sendable {
  /// What never comes up again.
  public enum Subject: Hashable, Sendable {
    /// A link, by its address in the wheel.
    case link(String)
    /// All links of a host, without `www.`, in lower case.
    case host(String)
  }

  /// What never comes up again.
  public var subject: Subject
  /// The title of the page, if known.
  public var title: String?
  /// When the user excluded it.
  public var addedAt: Date

  /// Creates an entry of the list of what never comes up again.
  public init(_ subject: Subject, title: String? = nil, addedAt: Date) {
    self.subject = subject
    self.title = title
    self.addedAt = addedAt
  }

  /// The address or the host.
  public var value: String {
    switch subject {
    case .link(let address): address
    case .host(let host): host
    }
  }

  /// The title, or else the address or the host.
  package var name: String { title ?? value }
}
