import Markup

/// Collects the facts of a page while it's being parsed.
final class PageFactsCollector: HTMLEvents {
  /// The facts, outside the class, because Swift checks each access to a property of a class for
  /// conflicts, which would take longer than most events.
  private let storage: UnsafeMutablePointer<PageFacts>

  init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: PageFacts())
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  var facts: PageFacts { _read { yield storage.pointee } }

  // All other elements state nothing, unless an attribute annotates them.
  let elements: ElementSet = [
    .article, .base, .h1, .html, .img, .link, .main, .meta, .noscript, .script, .source, .svg,
    .template, .time, .title, .video,
  ]

  // Links to authors.
  let elementsWithRelation: ElementSet = [.a]

  var wantsText: Bool { facts.wantsText }
  var wantsRawText: Bool { facts.wantsRawText }
  var wantsBylines: Bool { facts.visibleDates.isReading || facts.bylines.isReading }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    storage.pointee.elementStarted(element, tag, depth: depth)
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    storage.pointee.elementEnded(element, depth: depth)
  }

  func textRead(_ text: TextToken) { storage.pointee.textRead(text) }
  func rawTextRead(_ text: TextToken) { storage.pointee.rawTextRead(text) }
  func textSeparated() { storage.pointee.textSeparated() }
  func headEnded() { storage.pointee.headEnded() }
}
