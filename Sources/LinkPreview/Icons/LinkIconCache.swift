public import Foundation

/// Caches icons by their address, so that a site's icon is fetched once.
///
/// A cache may forget icons at any time and throws no errors. Icons that it can't keep are fetched
/// again.
public protocol LinkIconCache: Sendable {
  /// Returns the cached icon for an address, or nil if there's none.
  func icon(for url: URL) async -> LinkIcon?
  /// Stores an icon for an address.
  func keep(_ icon: LinkIcon, for url: URL) async
}

/// Caches the most recently used icons in memory, for as long as the program runs.
///
///     let loader = LinkIconLoader(cache: InMemoryLinkIconCache(capacity: 4 << 20))
public actor InMemoryLinkIconCache: LinkIconCache {
  private let capacity: Int
  private var icons: [URL: (icon: LinkIcon, lastUse: Int)] = [:]
  private var size = 0
  private var uses = 0

  /// - Parameter capacity: the maximum size of all icon files together in bytes. Defaults to 8 MB.
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
