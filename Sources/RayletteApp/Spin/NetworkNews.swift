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

extension AppState {
  /// Shows cards from the cache alone while there's no network.
  mutating func adapt(toNetwork isUp: Bool) -> [Effect] {
    guard self.isOffline == isUp else { return [] }
    self.isOffline = !isUp
    // Links whose hosts weren't found may come up again.
    hostSearch = HostSearch()
    saved.backfill.forgetMissingHosts()
    if networkNews == nil {
      networkNews = isUp ? .isOnline : .isOffline
    } else {
      // The network is again as the user knows it.
      networkNews = nil
    }
    return dropPrefetch()
  }

  /// Says that the network was lost or is back, once Spin is on screen and no other notice is. A
  /// notice answers the user's last key, which is more important.
  mutating func reconcileNetworkNews() {
    guard let news = networkNews, tab == .spin, !reader.isOpen, modals.isEmpty,
      notice == nil || notice == NetworkNews.isOffline.notice
        || notice == NetworkNews.isOnline.notice,
      // An accessible screen has only one line, which shows the progress.
      spin?.isLoading != true || !self.appearance.isAccessible
    else { return }
    notice = news.notice
    networkNews = nil
  }
}
