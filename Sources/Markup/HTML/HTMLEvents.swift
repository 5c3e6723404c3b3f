/// Receives the events of an ``HTMLParser`` in document order. Every element that starts also ends.
package protocol HTMLEvents: AnyObject {
  /// The elements to report. Others are reported only if they may have microdata or RDFa
  /// attributes.
  var elements: ElementSet { get }
  /// The elements to report only with a `rel`.
  var elementsWithRelation: ElementSet { get }
  /// - Parameters:
  ///   - tag: valid only during the call.
  ///   - depth: the number of open elements, including this one.
  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int)
  func elementEnded(_ element: ElementName, depth: Int)
  /// Receives text in pieces of any length. A piece is valid only during the call.
  func textRead(_ text: TextToken)
  /// Receives the content of a script or style.
  func rawTextRead(_ text: TextToken)
  /// Whether the following text is wanted. The parser skips other text. May change only during
  /// another call.
  var wantsText: Bool { get }
  /// Whether the following content of scripts and styles is wanted.
  var wantsRawText: Bool { get }
  /// Whether to report elements that may contain a date.
  var wantsDates: Bool { get }
  /// Called if tags came between the last text and the next one.
  func textSeparated()
  /// Called when the head ends, with or without an end tag.
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
