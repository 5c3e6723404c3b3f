/// Parses HTML like a browser, in pieces and without building a tree. Reports elements and text as
/// they come.
package final class HTMLParser {
  private var tokenizer: Tokenizer
  private var construction: TreeConstruction

  /// - Parameters:
  ///   - companion: receives all elements and texts of the page, whatever the events request, so
  ///     that two readers of a page need only one parser.
  ///   - countsLines: whether start tags have their line number.
  package init(
    events: any HTMLEvents, companion: (any HTMLEvents)? = nil, countsLines: Bool = false
  ) {
    tokenizer = Tokenizer(countsLines: countsLines)
    construction = TreeConstruction(events: events, companion: companion)
  }

  /// From now on, reports only these elements and the ones that may have microdata or RDFa
  /// attributes. A companion still receives everything.
  package func report(only elements: ElementSet) { construction.report(only: elements) }

  /// Parses the next piece of the page, in UTF-8.
  package func parse(_ bytes: some Sequence<UInt8>) {
    let isRead: Void? = bytes.withContiguousStorageIfAvailable { parse($0) }
    if isRead == nil { Array(bytes).withUnsafeBufferPointer { parse($0) } }
  }

  package func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
    tokenizer.read(bytes, into: &construction)
  }

  /// Ends the page, and reports the ends of open elements.
  package func finish() {
    tokenizer.finish(into: &construction)
    construction.finish()
  }
}

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
  /// Whether to report elements that may contain a date or an author.
  var wantsBylines: Bool { get }
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
  package var wantsBylines: Bool { false }
  package func textSeparated() {}
  package func headEnded() {}
}
