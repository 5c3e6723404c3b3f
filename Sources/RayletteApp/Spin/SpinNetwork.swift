import Foundation
import LinkPreview
import Links

/// The hosts that couldn't be found since the last page that loaded, and the cards whose links they
/// leave undecided: dead, or only out of reach.
struct HostSearch: Equatable, Sendable {
  /// At most two, the second of which means that the machine is offline.
  private(set) var missing: Set<String> = []
  /// The cards that count as seen once it's known that the network works.
  private(set) var undecided: [RequestID] = []

  private static let limit = 2

  /// Notes a host that isn't found.
  /// - Returns: Whether no host is found.
  mutating func miss(_ host: String) -> Bool {
    missing.insert(host)
    return missing.count >= Self.limit
  }

  mutating func postpone(_ card: RequestID) { undecided.append(card) }

  /// Whether a failure may come from the network.
  func isDoubtful(_ failure: LinkMetadataError?) -> Bool {
    if case .failed(.hostNotFound(let host))? = failure { missing.contains(host) } else { false }
  }
}

extension LinkMetadataError {
  /// Whether a fetch with this end has reached a host.
  fileprivate var provesNetwork: Bool {
    switch self {
    case .failed(.hostNotFound), .failed(.unreachable), .failed(.proxy),
      .failed(.badProxySetting), .timedOut, .cancelled, .notAllowed, .unknown:
      false
    case .failed: true
    }
  }
}

extension SpinState {
  /// Learns from the end of a fetch whether the network works. Two different hosts in a row that
  /// can't be found mean that it doesn't.
  mutating func learn(
    fromFailure failure: LinkMetadataError?, in context: inout UpdateContext
  ) -> [Effect] {
    if case .failed(.hostNotFound(let host))? = failure {
      guard !context.surroundings.isOffline, hostSearch.miss(host) else { return [] }
      return adapt(toNetwork: false, in: &context)
    }
    guard failure?.provesNetwork != false else { return [] }
    let undecided = hostSearch.undecided
    hostSearch = HostSearch()
    return undecided.flatMap { id in
      trail.spins.last { $0.id == id }.map { countAsSeen($0, in: context.surroundings) } ?? []
    } + adapt(toNetwork: true, in: &context)
  }

  /// Learns from a page that may come from the cache.
  mutating func learn(
    from result: Result<CachedMetadata, LinkMetadataError>, in context: inout UpdateContext
  ) -> [Effect] {
    switch result {
    case .success(let entry):
      // A page of the last minute is as good as a fetched one.
      entry.fetchedAt > context.surroundings.now.addingTimeInterval(-60)
        ? learn(fromFailure: nil, in: &context) : []
    case .failure(let error): learn(fromFailure: error, in: &context)
    }
  }
}

/// A change of the network that the user should hear of on Spin.
enum NetworkNews: Equatable, Sendable {
  case isOffline, isOnline

  var notice: Notice {
    switch self {
    case .isOffline: .information("Offline: spinning cached cards only.")
    case .isOnline: .information("Online again.")
    }
  }
}

extension SpinState {
  /// Shows cards from the cache alone while there's no network.
  mutating func adapt(toNetwork isUp: Bool, in context: inout UpdateContext) -> [Effect] {
    guard context.surroundings.isOffline == isUp else { return [] }
    context.setNetwork(isUp: isUp)
    // Links whose hosts weren't found may come up again.
    hostSearch = HostSearch()
    // The network may be again as the user knows it.
    networkNews = networkNews == nil ? (isUp ? .isOnline : .isOffline) : nil
    return dropPrefetch()
  }

  /// Says that the network was lost or is back, once no other notice is on screen. A notice answers
  /// the user's last key, which is more important.
  /// - Parameter isOnScreen: Whether nothing is in front of the tab.
  mutating func reconcileNetworkNews(isOnScreen: Bool, in context: inout UpdateContext) {
    guard let news = networkNews, isOnScreen,
      context.notice == nil || context.notice == NetworkNews.isOffline.notice
        || context.notice == NetworkNews.isOnline.notice,
      // An accessible screen has only one line, which shows the progress.
      card?.isLoading != true || !context.surroundings.appearance.isAccessible
    else { return }
    context.notice = news.notice
    networkNews = nil
  }
}
