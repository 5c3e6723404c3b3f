/// Receives the events of an ``XMLPushParser`` or a ``LenientXMLParser`` in document order.
package protocol XMLEvents: AnyObject {
  /// - Parameters:
  ///   - name: the name as the file spells it, with its prefix.
  ///   - attributes: valid only during the call.
  ///   - line: the line in which the tag begins or ends, from 1.
  func elementStarted(_ name: String, attributes: Attributes, line: Int)
  func elementEnded(_ name: String)
  /// Receives text in pieces of any length, including the text of CDATA sections.
  func textRead(_ text: String)
  /// Whether the following text is wanted. The parsers create no strings for other text.
  var wantsText: Bool { get }
}
