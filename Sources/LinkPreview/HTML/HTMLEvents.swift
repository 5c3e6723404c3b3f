/// What an HTML parser reports while it reads, in document order.
protocol HTMLEvents: AnyObject {
  /// - Parameters:
  ///   - name: in lower case.
  ///   - attributes: names in lower case, values with their entities decoded; the first of a name counts.
  func elementStarted(_ name: String, attributes: [String: String])
  func elementEnded(_ name: String)
  /// Text with its entities decoded, in pieces of any length. Scripts and styles are left out.
  func textRead(_ text: String)
  /// Whether text that comes now is wanted; the parser makes no strings of text that is not.
  var wantsText: Bool { get }
}
