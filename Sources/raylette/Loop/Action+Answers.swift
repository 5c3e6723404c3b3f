import Favorites
import LinkPreview
import Links
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

extension Action {
  /// The answer to a load.
  init(_ event: MetadataLoader.Event, of id: RequestID) {
    self =
      switch event {
      case .progressed(let elapsed): .spin(.progressed(id, elapsed: elapsed))
      case .loaded(let result, let failedAt):
        .program(.previewLoaded(id, result, failedAt: failedAt))
      case .refreshed(let entry): .spin(.refreshed(id, entry))
      case .begun(let paragraphs): .spin(.begun(id, paragraphs))
      case .cacheFailed(let error): .program(.storeFailed(error))
      }
  }

  static func savedLink(_ result: Result<SavedLink?, StoreError>, of id: RequestID) -> Action {
    switch result {
    case .success(let link): .spin(.lookedUp(id, link))
    case .failure(let error): .program(.storeFailed(error))
    }
  }
}

extension JobResult {
  /// - Parameter count: the number of links to fetch. A cancelled job has results of fewer.
  init(refreshed results: [SavedLink.ID: Result<LinkMetadata, LinkMetadataError>], of count: Int) {
    let metadata = results.compactMapValues { try? $0.get() }
    let failures = results.compactMapValues { result in
      if case .failure(let error) = result { error } else { nil }
    }
    self = .refreshed(metadata, failed: count - metadata.count, failures: failures)
  }
}
