import Markup

/// Passes parser events to an ``ElementTreeBuilder``.
final class ElementTreeEvents: HTMLEvents {
  /// The builder, in separately allocated memory. Swift checks each access to a class's property
  /// for conflicts, which would take longer than most events.
  private let storage: UnsafeMutablePointer<ElementTreeBuilder>

  /// - Parameter length: the length of the page in bytes, if known.
  init(length: Int = 0) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: ElementTreeBuilder(length: length))
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// Returns the tree after the page has ended.
  func finish() -> ElementTree { storage.pointee.finish() }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    storage.pointee.elementStarted(element, tag)
  }

  func elementEnded(_ element: ElementName, depth: Int) { storage.pointee.elementEnded(element) }

  func textRead(_ text: TextToken) { storage.pointee.textRead(text) }

  func rawTextRead(_ text: TextToken) { storage.pointee.rawTextRead(text) }

  var wantsText: Bool { storage.pointee.wantsText }

  var wantsRawText: Bool { storage.pointee.wantsRawText }
}
