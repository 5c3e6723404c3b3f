import LinkPreview
import Links

/// The text at the beginning of pages, which large terminals show below the summary. It comes after
/// the card.
extension SpinState {
  /// Waits for the text at the beginning of a page that's read on, until the next card comes up.
  mutating func awaitBeginning(of spin: Spin, in surroundings: Surroundings) -> [Effect] {
    guard surroundings.readsPagesOn, case .loaded = spin.phase else { return [] }
    return beginningRequest.begin(spin.id, spin.url)
  }

  /// Keeps the text at the beginning of a page.
  mutating func endBeginning(_ id: RequestID, _ paragraphs: [String]) {
    if prefetch?.id == id { prefetch?.spin?.beginning = paragraphs }
    guard beginningRequest.end(id) != nil else { return }
    trail.update(id) { $0.beginning = paragraphs }
  }
}

extension Surroundings {
  /// Whether pages are read on for the text at their beginning: where there's room for it, and
  /// where data costs nothing.
  var readsPagesOn: Bool { SpinLayout.isLarge(in: self) && !isMetered && !isOffline }
}
