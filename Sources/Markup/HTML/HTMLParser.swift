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
