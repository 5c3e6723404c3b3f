extension TagBuffer {
  /// Reads the next byte of a tag, after its `<`.
  mutating func readTag(_ byte: UInt8) {
    let isEnd = byte == UInt8(ascii: ">")
    switch state {
    case .tagName:
      if isEnd || byte.isSpace || byte == UInt8(ascii: "/") {
        leaveAttribute(byte)
      } else {
        tag.name(byte)
      }
    case .beforeAttribute:
      if isEnd || byte.isSpace || byte == UInt8(ascii: "/") {
        leaveAttribute(byte)
      } else {
        // A `=` here is part of the name.
        tag.beginAttribute(byte)
        state = .attributeName
      }
    case .attributeName, .afterAttributeName: readAttributeName(byte, isEnd: isEnd)
    case .beforeValue: readValueStart(byte, isEnd: isEnd)
    case .unquotedValue:
      if isEnd || byte.isSpace {
        tag.endAttribute()
        leaveAttribute(byte)
      } else {
        tag.value(byte)
      }
    case .quotedValue(let quote):
      if byte == quote {
        tag.endAttribute()
        state = .beforeAttribute
      } else {
        tag.value(byte)
      }
    default: break
    }
  }

  private mutating func readAttributeName(_ byte: UInt8, isEnd: Bool) {
    if byte == UInt8(ascii: "=") {
      state = .beforeValue
    } else if isEnd || byte == UInt8(ascii: "/") {
      tag.endAttribute()
      leaveAttribute(byte)
    } else if byte.isSpace {
      tag.separator(byte)
      state = .afterAttributeName
    } else if case .attributeName = state {
      tag.attributeName(byte)
    } else {
      tag.endAttribute()
      tag.beginAttribute(byte)
      state = .attributeName
    }
  }

  private mutating func readValueStart(_ byte: UInt8, isEnd: Bool) {
    if isEnd {
      tag.endAttribute()
      leaveAttribute(byte)
    } else if byte.isSpace {
      tag.separator(byte)
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      tag.beginValue(quote: byte)
      state = .quotedValue(byte)
    } else {
      tag.beginValue(quote: nil)
      tag.value(byte)
      state = .unquotedValue
    }
  }

  private mutating func leaveAttribute(_ byte: UInt8) {
    if byte == UInt8(ascii: ">") {
      tag.end()
      finishTag()
    } else {
      tag.separator(byte)
      state = .beforeAttribute
    }
  }
}

/// A tag while it's being read.
struct OpenTag {
  /// The tag in the spelling that libxml2 gets.
  private(set) var bytes: [UInt8] = []
  private var isEnd = false
  private var elementName: [UInt8] = []
  private var isNameComplete = false
  private var attributeCount = 0
  private var attributeName: [UInt8] = []
  private var attributeValue: [UInt8] = []
  private var quote: UInt8?
  private var hasValue = false
  private var isTooLong = false
  private var lineBreaks = 0
  private var endsInSlash = false

  mutating func begin(isEnd: Bool) {
    bytes.removeAll(keepingCapacity: true)
    elementName.removeAll(keepingCapacity: true)
    bytes += isEnd ? Array("</".utf8) : Array("<".utf8)
    self.isEnd = isEnd
    isNameComplete = false
    attributeCount = 0
    endsInSlash = false
  }

  /// Appends a byte to the element's name, up to the first byte that libxml2 doesn't accept there.
  mutating func name(_ byte: UInt8) {
    guard !isNameComplete, Self.isOfName(byte), elementName.count < Self.nameLimit else {
      isNameComplete = true
      return
    }
    elementName.append(byte)
    bytes.append(byte)
  }

  mutating func separator(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n") { lineBreaks += 1 }
    endsInSlash = byte == UInt8(ascii: "/")
  }

  mutating func beginAttribute(_ byte: UInt8) {
    endsInSlash = false
    attributeName.removeAll(keepingCapacity: true)
    attributeValue.removeAll(keepingCapacity: true)
    hasValue = false
    isTooLong = false
    quote = nil
    attributeName(byte)
  }

  mutating func attributeName(_ byte: UInt8) {
    if attributeName.count <= Self.nameLimit { attributeName.append(byte) }
  }

  mutating func beginValue(quote: UInt8?) {
    self.quote = quote
    hasValue = true
  }

  mutating func value(_ byte: UInt8) {
    guard attributeValue.count < TagBuffer.lengthLimit else {
      isTooLong = true
      return
    }
    attributeValue.append(byte)
  }

  mutating func endAttribute() {
    guard !isEnd, attributeCount < TagBuffer.attributeLimit, isNamePlain,
      bytes.count < TagBuffer.lengthLimit
    else {
      lineBreaks += attributeValue.count { $0 == UInt8(ascii: "\n") }
      return
    }
    if isTooLong { cutValue() }
    attributeCount += 1
    separate()
    bytes += attributeName
    guard hasValue else { return }
    let double = UInt8(ascii: "\"")
    let single = UInt8(ascii: "'")
    let mark = quote ?? (attributeValue.contains(double) ? single : double)
    if quote == nil, mark == single, attributeValue.contains(single) { return }
    bytes.append(UInt8(ascii: "="))
    bytes.append(mark)
    bytes += attributeValue
    bytes.append(mark)
  }

  /// Removes what was read of the last character, because libxml2 takes half a character for
  /// another charset.
  private mutating func cutValue() {
    while let last = attributeValue.popLast(), last & 0xC0 == 0x80 {}
  }

  mutating func end() {
    while lineBreaks > 0 {
      bytes.append(UInt8(ascii: "\n"))
      lineBreaks -= 1
    }
    if endsInSlash, !isEnd { bytes.append(UInt8(ascii: "/")) } else { endsInSlash = false }
    bytes.append(UInt8(ascii: ">"))
  }

  /// Whether the tag opens an element that stays open until an end tag. Scripts and styles don't
  /// count.
  var opensElement: Bool {
    guard !isEnd, !endsInSlash, rawName == nil else { return false }
    return !Self.voidElements.contains { $0.elementsEqual(elementName.lazy.map(\.lowercased)) }
  }

  /// The name of the element if the tag opens one whose content isn't markup.
  var rawName: [UInt8]? {
    guard !isEnd, !endsInSlash else { return nil }
    return Self.rawTextElements.first { $0.elementsEqual(elementName.lazy.map(\.lowercased)) }
  }

  private mutating func separate() {
    if lineBreaks == 0 { bytes.append(UInt8(ascii: " ")) }
    while lineBreaks > 0 {
      bytes.append(UInt8(ascii: "\n"))
      lineBreaks -= 1
    }
  }

  /// Whether libxml2 accepts the attribute's name. It takes any other for several attributes,
  /// quotes and all.
  private var isNamePlain: Bool {
    attributeName.count <= Self.nameLimit && attributeName.allSatisfy(Self.isOfName)
      && attributeName.first.map { $0.isLetter || Self.nameStarts.contains($0) } == true
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-") || nameStarts.contains(byte)
  }

  private static let nameStarts: [UInt8] = Array("_:.".utf8)
  private static let nameLimit = 90
  /// Elements without content (https://html.spec.whatwg.org/#void-elements).
  private static let voidElements: [[UInt8]] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ].map { Array($0.utf8) }
  private static let rawTextElements = [Array("script".utf8), Array("style".utf8)]
}
