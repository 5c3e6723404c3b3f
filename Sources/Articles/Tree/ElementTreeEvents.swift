import Markup

/// Hands what the parser reports to an ``ElementTreeBuilder``.
final class ElementTreeEvents: HTMLEvents {
  var builder: ElementTreeBuilder

  /// - Parameter length: the length of the page in bytes, if it's known.
  init(length: Int = 0) { builder = ElementTreeBuilder(length: length) }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    builder.elementStarted(element, tag)
  }

  func elementEnded(_ element: ElementName, depth: Int) { builder.elementEnded(element) }

  func textRead(_ text: TextToken) { builder.textRead(text) }

  func rawTextRead(_ text: TextToken) { builder.rawTextRead(text) }

  var wantsText: Bool { builder.wantsText }

  var wantsRawText: Bool { builder.wantsRawText }
}
