/// Receives what ``XMLPushParser`` or ``LenientXMLParser`` reports while it reads, in document
/// order.
package protocol XMLEvents: AnyObject {
  /// - Parameters:
  ///   - name: as the file spells it, with its prefix.
  ///   - attributes: valid only during the call.
  ///   - line: the line the tag begins or ends in, from 1.
  func elementStarted(_ name: String, attributes: Attributes, line: Int)
  func elementEnded(_ name: String)
  /// Receives text in pieces of any length, also that of CDATA sections.
  func textRead(_ text: String)
  /// Whether text that comes now is wanted. The parsers create no strings for other text.
  var wantsText: Bool { get }
}
