import Foundation

/// The positions of an attribute's name and value, counted from the tag's start.
@usableFromInline
struct AttributeRange {
  var nameStart = 0
  var nameEnd = 0
  var valueStart = 0
  var valueEnd = 0
}

/// The first letters and lengths of the names of a tag's attributes. Rules out most look-ups without
/// any comparison.
@usableFromInline
struct AttributeFilter {
  @usableFromInline var bits: UInt64 = 0

  init() {}

  @inline(__always) mutating func insert(first: UInt8, length: Int) {
    bits |= Self.bit(first, length)
  }

  @inlinable @inline(__always) func mayContain(first: UInt8, length: Int) -> Bool {
    bits & Self.bit(first, length) != 0
  }

  /// Whether the tag may have attributes of microdata or RDFa, which say what a text means.
  @inline(__always) var mayAnnotate: Bool {
    bits
      & (Self.bit(UInt8(ascii: "i"), 8) | Self.bit(UInt8(ascii: "i"), 9)
        | Self.bit(UInt8(ascii: "p"), 8)) != 0
  }

  /// Whether the tag may have a `class`, `id` or `itemprop`.
  @inline(__always) var mayHintAtByline: Bool {
    bits
      & (Self.bit(UInt8(ascii: "c"), 5) | Self.bit(UInt8(ascii: "i"), 2)
        | Self.bit(UInt8(ascii: "i"), 8)) != 0
  }

  /// Both cases of a letter have the same lower five bits.
  @inlinable @inline(__always) static func bit(_ first: UInt8, _ length: Int) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: (Int(first & 31) << 2 ^ length) & 63)
  }
}

/// The attributes of a start tag, looked up in the bytes of the page. Most tags are skipped, so no
/// strings are created for them. Valid only during the call that passes them.
package struct Attributes {
  let start: UnsafePointer<UInt8>
  let ranges: UnsafeBufferPointer<AttributeRange>
  @usableFromInline let filter: AttributeFilter

  /// The value with its character references resolved. Empty for an attribute without a value, nil
  /// for a missing attribute. Of duplicates, the first counts
  /// (https://html.spec.whatwg.org/#attribute-name-state).
  ///
  /// - Parameter name: in lower case.
  @inlinable @inline(__always)
  package subscript(name: StaticString) -> String? { mayHave(name) ? value(named: name) : nil }

  @usableFromInline
  func value(named name: StaticString) -> String? { range(named: name).map(value) }

  /// The value as the page spells it, for ``text(of:)``. Valid only as long as the tag.
  @inlinable @inline(__always)
  package func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    mayHave(name) ? bytes(named: name) : nil
  }

  @usableFromInline
  func bytes(named name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    range(named: name).map { range in
      UnsafeBufferPointer(start: start + range.valueStart, count: range.valueEnd - range.valueStart)
    }
  }

  /// Resolves the character references of an HTML attribute value.
  package static func text(of value: UnsafeBufferPointer<UInt8>) -> String {
    TextDecoder.attributeValue(value)
  }

  /// Appends the same text as ``text(of:)``, mostly without creating a string.
  package static func append(
    textOf value: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) {
    TextDecoder.append(attributeValue: value, to: &output)
  }

  @inlinable @inline(__always)
  package func has(_ name: StaticString) -> Bool { mayHave(name) && hasRange(named: name) }

  @usableFromInline
  func hasRange(named name: StaticString) -> Bool { range(named: name) != nil }

  /// Rules out most names. Inlinable, because other modules ask for attributes of every tag.
  @inlinable @inline(__always)
  func mayHave(_ name: StaticString) -> Bool {
    filter.mayContain(first: name.utf8Start[0], length: name.utf8CodeUnitCount)
  }

  package var isEmpty: Bool { ranges.isEmpty }

  /// Whether a value contains a text, ignoring case. Creates no string.
  package func value(_ name: StaticString, contains text: StaticString) -> Bool {
    guard let value = bytes(name), let start = value.baseAddress,
      value.count >= text.utf8CodeUnitCount
    else { return false }
    if memchr(start, Int32(UInt8.ampersand), value.count) != nil {
      return Self.text(of: value).lowercasedASCII.containsBytes(text)
    }
    let wanted = text.utf8Start
    let count = text.utf8CodeUnitCount
    let first = wanted[0]
    var position = start
    let end = start + (value.count &- count)
    while position <= end {
      if position.pointee.asciiLowercased == first {
        var length = 1
        while length < count, position[length].asciiLowercased == wanted[length] { length &+= 1 }
        if length == count { return true }
      }
      position += 1
    }
    return false
  }

  /// Whether a value contains any of the texts, ignoring case.
  package func value(_ name: StaticString, contains texts: TextFinder) -> Bool {
    guard let value = bytes(name), let start = value.baseAddress else { return false }
    guard memchr(start, Int32(UInt8.ampersand), value.count) != nil else {
      return texts.finds(in: value)
    }
    var text = Self.text(of: value)
    return text.withUTF8 { texts.finds(in: $0) }
  }

  /// Whether a value begins with a text, as the page spells it. Creates no string.
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

  /// Whether an attribute is one of microdata or RDFa, which say what a text means.
  @inline(__always)
  package var mayAnnotate: Bool {
    filter.mayAnnotate && (has("itemprop") || has("itemscope") || has("property"))
  }

  @inline(__always)
  private func range(named name: StaticString) -> AttributeRange? {
    let length = name.utf8CodeUnitCount
    guard mayHave(name) else { return nil }
    return ranges.first { range in
      range.nameEnd - range.nameStart == length && isName(name, at: start + range.nameStart)
    }
  }

  private func isName(_ name: StaticString, at start: UnsafePointer<UInt8>) -> Bool {
    // Most pages spell names in lower case.
    if memcmp(start, name.utf8Start, name.utf8CodeUnitCount) == 0 { return true }
    return (0..<name.utf8CodeUnitCount).allSatisfy {
      start[$0].asciiLowercased == name.utf8Start[$0]
    }
  }

  private func name(_ range: AttributeRange) -> String {
    let bytes = UnsafeBufferPointer(
      start: start + range.nameStart, count: range.nameEnd - range.nameStart)
    return TextDecoder.string(bytes, content: .rawText).lowercasedASCII
  }

  private func value(_ range: AttributeRange) -> String {
    let bytes = UnsafeBufferPointer(
      start: start + range.valueStart, count: range.valueEnd - range.valueStart)
    return TextDecoder.attributeValue(bytes)
  }
}
