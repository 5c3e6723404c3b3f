import CLibXML2

/// The attributes of an element, looked up in the parser's own memory: most elements are passed by
/// without a string being made of them.
struct MarkupAttributes {
  /// Names and values in turn, ended by nil. Names are in lower case, as libxml2 reports HTML's.
  let list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?

  /// The value with its entities decoded; empty for an attribute without one, nil for one that is
  /// not there.
  subscript(name: StaticString) -> String? {
    guard let pair = pair(named: name) else { return nil }
    return pair[1].map { String(cString: $0) } ?? ""
  }

  func has(_ name: StaticString) -> Bool { pair(named: name) != nil }

  private func pair(named name: StaticString) -> UnsafeMutablePointer<UnsafePointer<xmlChar>?>? {
    var next = list
    while let pair = next, let key = pair[0] {
      if xmlStrEqual(key, name.utf8Start) == 1 { return pair }
      next = pair + 2
    }
    return nil
  }
}
