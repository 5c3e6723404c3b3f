package import CLibXML2

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

/// The name of an element, in the parser's own memory. Most elements are skipped, so no strings are
/// created for them. Valid only during the event.
package struct MarkupName {
  /// Terminated by NUL.
  package let start: UnsafePointer<xmlChar>

  package init(start: UnsafePointer<xmlChar>) { self.start = start }

  package var string: String { String(cString: start) }

  /// Compares byte by byte, so that names with a different first byte cost one comparison.
  package static func == (name: MarkupName, other: StaticString) -> Bool {
    var left = name.start, right = other.utf8Start
    while left.pointee == right.pointee {
      if left.pointee == 0 { return true }
      left += 1
      right += 1
    }
    return false
  }

  package static func ~= (pattern: StaticString, name: MarkupName) -> Bool { name == pattern }
}

/// The attributes of an element, looked up in the parser's own memory. Most elements are skipped,
/// so no strings are created for them.
package struct MarkupAttributes {
  /// Names and values in turn, terminated by nil. HTML's names are in lower case.
  let list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

  /// The value with its entities decoded. Empty for an attribute without a value, nil for a missing
  /// attribute.
  package subscript(name: StaticString) -> String? {
    guard let pair = pair(named: name) else { return nil }
    return pair[1].map { String(cString: $0) } ?? ""
  }

  /// All attributes in their order, for XML whose authors spell the names as they like.
  package var all: [(name: String, value: String)] {
    var attributes: [(String, String)] = []
    var next = list
    while let pair = next, let key = pair[0] {
      attributes.append((String(cString: key), pair[1].map { String(cString: $0) } ?? ""))
      next = pair + 2
    }
    return attributes
  }

  package func has(_ name: StaticString) -> Bool { pair(named: name) != nil }

  /// Whether an attribute may say what a text means, as microdata and RDFa do: `itemprop`,
  /// `itemscope`, `property`.
  package var mayAnnotate: Bool {
    var next = list
    while let pair = next, let key = pair[0] {
      if key[0] == UInt8(ascii: "i") && key[1] == UInt8(ascii: "t") { return true }
      if key[0] == UInt8(ascii: "p") && key[1] == UInt8(ascii: "r") { return true }
      next = pair + 2
    }
    return false
  }

  private func pair(named name: StaticString) -> UnsafeMutablePointer<UnsafePointer<xmlChar>?>? {
    var next = list
    while let pair = next, let key = pair[0] {
      if MarkupName(start: key) == name { return pair }
      next = pair + 2
    }
    return nil
  }
}
