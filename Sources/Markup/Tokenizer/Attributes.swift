/// Where an attribute's name and value are, counted from the tag's start.
struct AttributeRange {
  var nameStart = 0
  var nameEnd = 0
  var valueStart = 0
  var valueEnd = 0
}

/// The first letters of a tag's attributes. Rules out most look-ups without any comparison.
struct AttributeInitials {
  private var bits: UInt32 = 0

  @inline(__always) mutating func insert(_ byte: UInt8) { bits |= 1 << UInt32(byte & 31) }
  @inline(__always) func mayContain(_ byte: UInt8) -> Bool { bits & 1 << UInt32(byte & 31) != 0 }
}

/// The attributes of a start tag, looked up in the bytes of the page. Most tags are skipped, so no
/// strings are created for them. Valid only while they're being handed out.
package struct Attributes {
  enum Content { case html, xml }

  let start: UnsafePointer<UInt8>
  let ranges: UnsafeBufferPointer<AttributeRange>
  let initials: AttributeInitials
  let content: Content

  /// The value with its character references resolved. Empty for an attribute without a value, nil
  /// for a missing attribute. Of duplicates, the first counts
  /// (https://html.spec.whatwg.org/#attribute-name-state).
  ///
  /// - Parameter name: in lower case for HTML.
  package subscript(name: StaticString) -> String? { range(named: name).map(value) }

  package func has(_ name: StaticString) -> Bool { range(named: name) != nil }

  package var isEmpty: Bool { ranges.isEmpty }

  /// Whether a value contains a text, in any case. Makes no string.
  package func value(_ name: StaticString, contains text: StaticString) -> Bool {
    guard let range = range(named: name) else { return false }
    var value = UnsafeBufferPointer(
      start: start + range.valueStart, count: range.valueEnd - range.valueStart)[...]
    if value.contains(.ampersand) {
      let decoded = self.value(range).lowercasedASCII
      return decoded.contains(text.description)
    }
    while value.count >= text.utf8CodeUnitCount {
      let isHere = (0..<text.utf8CodeUnitCount).allSatisfy {
        value[value.startIndex + $0].asciiLowercased == text.utf8Start[$0]
      }
      if isHere { return true }
      value = value.dropFirst()
    }
    return false
  }

  /// All attributes in their order, without duplicates.
  package var all: [(name: String, value: String)] {
    var names: Set<String> = []
    return ranges.compactMap { range in
      let name = name(range)
      return names.insert(name).inserted ? (name, value(range)) : nil
    }
  }

  /// Whether an attribute may say what a text means, as microdata and RDFa do: `itemprop`,
  /// `itemscope`, `property`.
  package var mayAnnotate: Bool {
    guard initials.mayContain(UInt8(ascii: "i")) || initials.mayContain(UInt8(ascii: "p")) else {
      return false
    }
    return ranges.contains { range in
      guard range.nameEnd - range.nameStart > 1 else { return false }
      let first = start[range.nameStart].asciiLowercased
      let second = start[range.nameStart + 1].asciiLowercased
      return first == UInt8(ascii: "i") && second == UInt8(ascii: "t")
        || first == UInt8(ascii: "p") && second == UInt8(ascii: "r")
    }
  }

  @inline(__always)
  private func range(named name: StaticString) -> AttributeRange? {
    guard initials.mayContain(name.utf8Start[0]) else { return nil }
    let length = name.utf8CodeUnitCount
    return ranges.first { range in
      range.nameEnd - range.nameStart == length && isName(name, at: start + range.nameStart)
    }
  }

  private func isName(_ name: StaticString, at start: UnsafePointer<UInt8>) -> Bool {
    for index in 0..<name.utf8CodeUnitCount {
      let byte = content == .html ? start[index].asciiLowercased : start[index]
      if byte != name.utf8Start[index] { return false }
    }
    return true
  }

  private func name(_ range: AttributeRange) -> String {
    let bytes = UnsafeBufferPointer(
      start: start + range.nameStart, count: range.nameEnd - range.nameStart)
    let text = TextDecoder.string(bytes, content: .rawText)
    return content == .html ? text.lowercasedASCII : text
  }

  private func value(_ range: AttributeRange) -> String {
    let bytes = UnsafeBufferPointer(
      start: start + range.valueStart, count: range.valueEnd - range.valueStart)
    return content == .html
      ? TextDecoder.attributeValue(bytes) : String(decoding: bytes, as: UTF8.self)
  }
}
