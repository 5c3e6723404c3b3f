/// What a parser reports while it reads, in document order.
package protocol MarkupEvents: AnyObject {
  /// - Parameters:
  ///   - name: in lower case for HTML, as it is written for XML; like the attributes, valid during the call only.
  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes)
  func elementEnded(_ name: MarkupName)
  /// Text with its entities decoded, in pieces of any length.
  func textRead(_ text: String)
  /// The content of a script or style, as it stands in the page.
  func rawTextRead(_ text: String)
  /// Whether text that comes now is wanted; the parser makes no strings of text that is not.
  var wantsText: Bool { get }
  /// The same for scripts and styles.
  var wantsRawText: Bool { get }
}

extension MarkupEvents {
  package func rawTextRead(_ text: String) {}
  package var wantsRawText: Bool { false }
}
