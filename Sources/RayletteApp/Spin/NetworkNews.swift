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
  mutating func adapt(toNetwork isUp: Bool, in turn: inout Turn) -> [Effect] {
    guard turn.surroundings.isOffline == isUp else { return [] }
    turn.setNetwork(isUp: isUp)
    // Links whose hosts weren't found may come up again.
    hostSearch = HostSearch()
    // The network may be again as the user knows it.
    networkNews = networkNews == nil ? (isUp ? .isOnline : .isOffline) : nil
    return dropPrefetch()
  }

  /// Says that the network was lost or is back, once no other notice is on screen. A notice answers
  /// the user's last key, which is more important.
  /// - Parameter isOnScreen: Whether nothing is in front of the tab.
  mutating func reconcileNetworkNews(isOnScreen: Bool, in turn: inout Turn) {
    guard let news = networkNews, isOnScreen,
      turn.notice == nil || turn.notice == NetworkNews.isOffline.notice
        || turn.notice == NetworkNews.isOnline.notice,
      // An accessible screen has only one line, which shows the progress.
      card?.isLoading != true || !turn.surroundings.appearance.isAccessible
    else { return }
    turn.notice = news.notice
    networkNews = nil
  }
}
