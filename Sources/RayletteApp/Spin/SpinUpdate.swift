import Foundation
import LinkPreview
import LinkStore
import Markup

extension AppState {
  /// Picks a link from the wheel and loads its page.
  mutating func spinWheel() -> [Effect] {
    guard spin?.isLoading != true, let picked = wheel.pick(after: spin?.link),
      let url = URL(webAddress: picked.link.address)
    else { return [] }
    let forgotten: [Effect] =
      picked.startedOver && wheel.isRemembered
      ? [.write(.forgetSeen(wheel.wheel.links.map(\.address)))] : []
    return forgotten + load(url, of: picked.link)
  }

  mutating func retrySpin() -> [Effect] {
    guard let spin, spin.failure != nil else { return [] }
    // A retry ignores the cache, because it's about the page as it is now.
    return load(spin.url, of: spin.link, ignoringCache: true)
  }

  private mutating func load(
    _ url: URL, of link: Wheel.Link, ignoringCache: Bool = false
  ) -> [Effect] {
    let id = nextRequest()
    // Failed pictures may load now.
    pictures.forgetFailures()
    spin = Spin(id: id, url: url, link: link, phase: .loading(elapsed: .zero))
    let fetch = Effect.Fetch.preview(id, url, timeout: timeout, ignoringCache: ignoringCache)
    return spinRequest.begin(id, url) + [.fetch(fetch)] + lookUpSpin()
  }

  mutating func cancelSpin() -> [Effect] {
    guard spin?.isLoading == true else { return [] }
    spin?.phase = .failed(.cancelled)
    return spinRequest.cancel()
  }

  mutating func progressSpin(_ id: RequestID, elapsed: Duration) {
    if spinRequest.isPending(id) { spin?.phase = .loading(elapsed: elapsed) }
  }

  mutating func endSpin(
    _ id: RequestID, _ result: Result<MetadataCache.Entry, LinkMetadataError>
  ) -> [Effect] {
    guard spinRequest.end(id) != nil, let spin else { return [] }
    // An accessible screen has only one line for notices and status, and shows the newest.
    if appearance.isAccessible { notice = nil }
    switch result {
    case .success(let entry): self.spin?.phase = .shown(entry)
    case .failure(let error): self.spin?.phase = .failed(error)
    }
    if result == .failure(.cancelled) { return [] }
    wheel.markSeen(spin.link)
    let seen: [Effect] = wheel.isRemembered ? [.write(.markSeen(spin.link.address))] : []
    // The page may be saved under the address that this one redirects to.
    if case .success(let entry) = result, entry.metadata.url != spin.url {
      return seen + lookUpSpin()
    }
    return seen
  }

  mutating func refreshSpin(_ id: RequestID, _ entry: MetadataCache.Entry) {
    guard spinRequest.isLatest(id), case .shown? = spin?.phase else { return }
    spin?.phase = .shown(entry)
  }

  mutating func saveSpin() -> [Effect] {
    guard let metadata = spin?.saveableMetadata, canSave() else { return [] }
    let id = beginSave()
    spin?.save.begin(id, metadata)
    return [.write(.save(id, metadata))]
  }

  /// Checks whether the link on Spin is saved under its own address or its final URL.
  mutating func lookUpSpin() -> [Effect] {
    guard let spin else { return [] }
    let id = nextRequest()
    var urls = [spin.url]
    if case .shown(let entry) = spin.phase, entry.metadata.url != spin.url {
      urls.append(entry.metadata.url)
    }
    // Only the latest answer includes what was saved or removed in the meantime.
    let cancellation = self.spin?.lookUp.begin(id, urls) ?? []
    return cancellation + [.read(.isSaved(id, urls))]
  }

  mutating func endLookUp(_ id: RequestID, isSaved: Bool) {
    if spin?.lookUp.end(id) != nil { spin?.isSaved = isSaved }
  }
}
