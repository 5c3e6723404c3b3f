/// Receives what ``HTMLParser`` reports while it reads, in document order. Every element that
/// starts also ends.
package protocol HTMLEvents: AnyObject {
  /// The elements to report. Others are reported only if an attribute may annotate them.
  var elements: ElementSet { get }
  /// The elements to report only with a `rel`.
  var elementsWithRelation: ElementSet { get }
  /// - Parameters:
  ///   - tag: valid only during the call.
  ///   - depth: how many elements are open, with this one.
  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int)
  func elementEnded(_ element: ElementName, depth: Int)
  /// Receives text in pieces of any length. They're valid only during the call.
  func textRead(_ text: TextToken)
  /// Receives the content of a script or style.
  func rawTextRead(_ text: TextToken)
  /// Whether text that comes now is wanted. The parser skips other text. May change only during one
  /// of the other calls.
  var wantsText: Bool { get }
  /// The same for scripts and styles.
  var wantsRawText: Bool { get }
  /// Whether elements that may hold a date are wanted, too.
  var wantsDates: Bool { get }
  /// Tags came between the text before and the text that comes now.
  func textSeparated()
  /// The head has ended, whether or not the page says so.
  func headEnded()
}

extension HTMLEvents {
  package var elements: ElementSet { .all }
  package var elementsWithRelation: ElementSet { [] }
  package func elementEnded(_ element: ElementName, depth: Int) {}
  package func textRead(_ text: TextToken) {}
  package func rawTextRead(_ text: TextToken) {}
  package var wantsText: Bool { false }
  package var wantsRawText: Bool { false }
  package var wantsDates: Bool { false }
  package func textSeparated() {}
  package func headEnded() {}
}
