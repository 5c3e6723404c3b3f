import LinkPreview
import Links

extension SpinState {
  /// Learns from the end of a fetch whether the network works.
  mutating func learn(
    fromFailure failure: LinkMetadataError?, in context: inout UpdateContext
  ) -> [Effect] {
    // Nothing new, and the link comes up again when the network is back.
    if context.surroundings.isOffline, case .failed(.hostNotFound)? = failure { return [] }
    switch hostSearch.learn(from: failure) {
    case .nothing: return []
    case .noHosts: return adapt(toNetwork: false, in: &context)
    case .network(let undecided):
      return undecided.flatMap { id in
        trail.spins.last { $0.id == id }.map { countAsSeen($0, in: context.surroundings) } ?? []
      } + adapt(toNetwork: true, in: &context)
    }
  }

  /// Learns from a page that may come from the cache.
  mutating func learn(
    from result: Result<CachedMetadata, LinkMetadataError>, in context: inout UpdateContext
  ) -> [Effect] {
    switch result {
    case .success(let entry):
      entry.provesNetwork(at: context.surroundings.now) ? learn(fromFailure: nil, in: &context) : []
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
