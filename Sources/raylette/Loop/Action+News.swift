import Favorites
import RayletteApp

extension Action {
  init(_ news: News) {
    self =
      switch news {
      case .timePassed(let date): .program(.timePassed(date))
      case .linksChanged: .program(.storeChanged)
      case .wheelsChanged: .program(.wheelsChanged)
      case .searchesShared(let searches): .program(.searchesShared(searches))
      case .wheelUpdated(let id, let name, let failure):
        .wheel(.updated(id, name: name, failure: failure))
      case .exchangeChanged(let status): .sync(.changed(status))
      case .exchangeReported(let message): .sync(.news(message))
      case .storeFailed(let error): .program(.storeFailed(error))
      case .networkChanged(let isUp): .program(.networkChanged(isUp: isUp))
      case .meterChanged(let isMetered): .program(.meterChanged(isMetered: isMetered))
      }
  }
}
