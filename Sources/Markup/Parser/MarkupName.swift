package import CLibXML2

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
