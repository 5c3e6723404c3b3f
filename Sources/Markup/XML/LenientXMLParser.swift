/// Parses XML with errors, by HTML's rules for foreign content
/// (https://html.spec.whatwg.org/#parsing-main-inforeign). Accepts undeclared character references,
/// unknown end tags, and several root elements.
package final class LenientXMLParser {
  private var tokenizer = Tokenizer(countsLines: true)
  private var sink: Sink

  package init(events: any XMLEvents) { sink = Sink(events: events) }

  /// Parses the next piece, in UTF-8.
  package func parse(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { tokenizer.read($0, into: &sink) }
  }

  /// Ends the document, and reports the ends of open elements.
  package func finish() {
    tokenizer.finish(into: &sink)
    sink.close(downTo: 0)
  }

  private struct Sink: TokenSink {
    let events: any XMLEvents
    /// The names of the open elements, and the number of open elements with each name.
    private var names: [String] = []
    private var counts: [String: Int] = [:]

    init(events: any XMLEvents) { self.events = events }

    var wantsText: Bool { events.wantsText }
    var isInForeignContent: Bool { true }

    mutating func startTag(_ tag: StartTag) -> Tokenizer.State {
      let name = tag.name.string
      events.elementStarted(name, attributes: tag.attributes, line: tag.line)
      if tag.isSelfClosing {
        events.elementEnded(name)
      } else {
        names.append(name)
        counts[name, default: 0] += 1
      }
      return .data
    }

    mutating func endTag(_ name: TagName) {
      let name = name.string
      guard counts[name, default: 0] > 0, let index = names.lastIndex(of: name) else { return }
      close(downTo: index)
    }

    mutating func text(_ text: TextToken) { events.textRead(text.string) }

    mutating func close(downTo index: Int) {
      while names.count > index, let name = names.popLast() {
        counts[name, default: 1] -= 1
        events.elementEnded(name)
      }
    }
  }
}
