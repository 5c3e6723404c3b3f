import CLibXML2

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
