public import Foundation

/// Keeps icons by their address, so that a site's is fetched once.
///
/// A cache forgets when it likes, and has no errors: what it can't keep is fetched again.
public protocol LinkIconCache: Sendable {
  /// The icon kept for an address; nil when there is none.
  func icon(for url: URL) async -> LinkIcon?
  /// Keeps an icon for an address.
  func keep(_ icon: LinkIcon, for url: URL) async
}

/// Keeps icons as long as the program runs, those used last.
///
///     let loader = LinkIconLoader(cache: InMemoryLinkIconCache(capacity: 4 << 20))
public actor InMemoryLinkIconCache: LinkIconCache {
  private let capacity: Int
  private var icons: [URL: (icon: LinkIcon, lastUse: Int)] = [:]
  private var size = 0
  private var uses = 0

  /// - Parameter capacity: bytes of icon files that are kept at most. 8 MB unless told.
  public init(capacity: Int = 8 << 20) { self.capacity = capacity }

  public func icon(for url: URL) -> LinkIcon? {
    uses += 1
    icons[url]?.lastUse = uses
    return icons[url]?.icon
  }

  public func keep(_ icon: LinkIcon, for url: URL) {
    uses += 1
    remove(url)
    guard icon.data.count <= capacity else { return }
    icons[url] = (icon, uses)
    size += icon.data.count
    while size > capacity, let oldest = icons.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(oldest.key)
    }
  }

  private func remove(_ url: URL) {
    size -= icons.removeValue(forKey: url)?.icon.data.count ?? 0
  }
}
