/// Reads HTML as browsers do, in pieces, without a tree. Reports elements and text as they come.
package final class HTMLParser {
  private var tokenizer: Tokenizer
  private var construction: TreeConstruction

  /// - Parameter countsLines: whether start tags tell their line.
  package init(events: any HTMLEvents, countsLines: Bool = false) {
    tokenizer = Tokenizer(countsLines: countsLines)
    construction = TreeConstruction(events: events)
  }

  /// Parses the next piece of the page, in UTF-8.
  package func parse(_ bytes: some Sequence<UInt8>) {
    let isRead: Void? = bytes.withContiguousStorageIfAvailable { parse($0) }
    if isRead == nil { Array(bytes).withUnsafeBufferPointer { parse($0) } }
  }

  package func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
    tokenizer.read(bytes, into: &construction)
  }

  /// Ends the page, and reports what was still open.
  package func finish() {
    tokenizer.finish(into: &construction)
    construction.finish()
  }

  /// Whether a tag has begun but not ended.
  package var isInTag: Bool { tokenizer.isInTag }
}
