import Foundation

/// Where an attribute's name and value are, counted from the tag's start.
struct AttributeRange {
  var nameStart = 0
  var nameEnd = 0
  var valueStart = 0
  var valueEnd = 0
}

/// The first letters and lengths of the names of a tag's attributes. Rules out most look-ups without
/// any comparison.
struct AttributeFilter {
  private var bits: UInt64 = 0

  @inline(__always) mutating func insert(first: UInt8, length: Int) {
    bits |= Self.bit(first, length)
  }

  @inline(__always) func mayContain(first: UInt8, length: Int) -> Bool {
    bits & Self.bit(first, length) != 0
  }

  /// Whether there may be an attribute that says what a text means, as microdata and RDFa do.
  @inline(__always) var mayAnnotate: Bool {
    bits
      & (Self.bit(UInt8(ascii: "i"), 8) | Self.bit(UInt8(ascii: "i"), 9)
        | Self.bit(UInt8(ascii: "p"), 8)) != 0
  }

  /// Whether there may be a `class`, `id` or `itemprop`.
  @inline(__always) var mayHintAtDate: Bool {
    bits
      & (Self.bit(UInt8(ascii: "c"), 5) | Self.bit(UInt8(ascii: "i"), 2)
        | Self.bit(UInt8(ascii: "i"), 8)) != 0
  }

  /// The letters of both cases have the same lower five bits.
  @inline(__always) private static func bit(_ first: UInt8, _ length: Int) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: (Int(first & 31) << 2 ^ length) & 63)
  }
}

/// The attributes of a start tag, looked up in the bytes of the page. Most tags are skipped, so no
/// strings are created for them. Valid only while they're being handed out.
package struct Attributes {
  enum Content { case html, xml }

  let start: UnsafePointer<UInt8>
  let ranges: UnsafeBufferPointer<AttributeRange>
  let filter: AttributeFilter
  let content: Content

  /// The value with its character references resolved. Empty for an attribute without a value, nil
  /// for a missing attribute. Of duplicates, the first counts
  /// (https://html.spec.whatwg.org/#attribute-name-state).
  ///
  /// - Parameter name: in lower case for HTML.
  package subscript(name: StaticString) -> String? { range(named: name).map(value) }

  /// The value as the page spells it, for ``text(of:)``. Valid only while the tag is.
  package func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    range(named: name).map { range in
      UnsafeBufferPointer(start: start + range.valueStart, count: range.valueEnd - range.valueStart)
    }
  }

  /// Resolves the character references of a value in HTML.
  package static func text(of value: UnsafeBufferPointer<UInt8>) -> String {
    TextDecoder.attributeValue(value)
  }

  @inline(__always)
  package func has(_ name: StaticString) -> Bool { range(named: name) != nil }

  package var isEmpty: Bool { ranges.isEmpty }

  /// Whether a value contains a text, in any case. Makes no string.
  package func value(_ name: StaticString, contains text: StaticString) -> Bool {
    guard let value = bytes(name), let start = value.baseAddress,
      value.count >= text.utf8CodeUnitCount
    else { return false }
    if memchr(start, Int32(UInt8.ampersand), value.count) != nil {
      return Self.text(of: value).lowercasedASCII.containsBytes(text)
    }
    let first = text.utf8Start[0]
    for place in 0...value.count - text.utf8CodeUnitCount
    where value[place].asciiLowercased == first {
      var length = 1
      while length < text.utf8CodeUnitCount,
        value[place + length].asciiLowercased == text.utf8Start[length]
      {
        length += 1
      }
      if length == text.utf8CodeUnitCount { return true }
    }
    return false
  }

  /// Whether a value begins with a text as the page spells it. Makes no string.
  package func value(_ name: StaticString, hasPrefix prefix: StaticString) -> Bool {
    guard let value = bytes(name), let start = value.baseAddress,
      value.count >= prefix.utf8CodeUnitCount
    else { return false }
    return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
  }

  /// All attributes in their order, without duplicates.
  package var all: [(name: String, value: String)] {
    var names: Set<String> = []
    return ranges.compactMap { range in
      let name = name(range)
      return names.insert(name).inserted ? (name, value(range)) : nil
    }
  }

  /// Whether an attribute may say what a text means, as microdata and RDFa do.
  @inline(__always)
  package var mayAnnotate: Bool {
    filter.mayAnnotate && (has("itemprop") || has("itemscope") || has("property"))
  }

  @inline(__always)
  private func range(named name: StaticString) -> AttributeRange? {
    let length = name.utf8CodeUnitCount
    guard filter.mayContain(first: name.utf8Start[0], length: length) else { return nil }
    return ranges.first { range in
      range.nameEnd - range.nameStart == length && isName(name, at: start + range.nameStart)
    }
  }

  private func isName(_ name: StaticString, at start: UnsafePointer<UInt8>) -> Bool {
    // Most pages spell names in lower case.
    if memcmp(start, name.utf8Start, name.utf8CodeUnitCount) == 0 { return true }
    return content == .html
      && (0..<name.utf8CodeUnitCount).allSatisfy {
        start[$0].asciiLowercased == name.utf8Start[$0]
      }
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
