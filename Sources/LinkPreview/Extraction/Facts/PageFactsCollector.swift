import Markup

/// Collects the facts of a page while it's being parsed.
final class PageFactsCollector: HTMLEvents {
  private(set) var facts = PageFacts()

  // The rest of the elements say nothing, unless an attribute annotates them.
  let elements: ElementSet = [
    .article, .base, .h1, .html, .img, .link, .main, .meta, .noscript, .script, .source, .svg,
    .template, .time, .title, .video,
  ]

  // Links to authors.
  let elementsWithRelation: ElementSet = [.a]

  var wantsText: Bool { facts.wantsText }
  var wantsRawText: Bool { facts.wantsRawText }
  var wantsDates: Bool { facts.visibleDates.isReading }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    facts.elementStarted(element, tag, depth: depth)
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    facts.elementEnded(element, depth: depth)
  }

  func textRead(_ text: TextToken) { facts.textRead(text) }
  func rawTextRead(_ text: TextToken) { facts.rawTextRead(text) }
  func textSeparated() { facts.textSeparated() }
  func headEnded() { facts.headEnded() }
}
