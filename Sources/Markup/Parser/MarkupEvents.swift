/// Receives what a parser reports while it reads, in document order.
package protocol MarkupEvents: AnyObject {
  /// - Parameters:
  ///   - name: in lower case for HTML, as written for XML. Like the attributes, it's valid only
  ///     during the call.
  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes)
  func elementEnded(_ name: MarkupName)
  /// Receives text with its entities decoded, in pieces of any length.
  func textRead(_ text: String)
  /// Receives the content of a script or style as the page has it, or of a CDATA section.
  func rawTextRead(_ text: String)
  /// Whether text that comes now is wanted. The parser creates no strings for other text.
  var wantsText: Bool { get }
  /// The same for scripts and styles.
  var wantsRawText: Bool { get }
}

extension MarkupEvents {
  package func rawTextRead(_ text: String) {}
  package var wantsRawText: Bool { false }
}
