package import Foundation
package import LinkStore
package import Links
package import Markup

extension SavedLinkStore {
  /// Marks pages as read or unread, and returns the change that undoes this.
  @discardableResult
  package func markRead(
    _ isRead: Bool, _ addresses: [WebAddress], date: Date
  ) async throws(StoreError) -> ReadingChange {
    try await apply(ReadingChange(isRead: isRead, addresses, at: date), at: date)
  }
}
