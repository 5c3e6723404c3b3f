package import CLibXML2

/// The name of an element, where the parser has it: most elements are passed by without a string
/// being made of them. Valid during the event only.
package struct MarkupName {
  /// Ends in NUL.
  package let start: UnsafePointer<xmlChar>

  package init(start: UnsafePointer<xmlChar>) { self.start = start }

  package var string: String { String(cString: start) }

  /// The bytes of `name` up to its end, so that names that begin otherwise cost one comparison.
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
