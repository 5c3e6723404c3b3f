import Foundation

/// Reads HTML's tags before libxml2 does, and hands them on whole, each in its plainest spelling.
///
/// libxml2 2.9 looks every attribute of a tag up among those before it, so a tag with very many
/// would take minutes. It loses its place in a tag that comes in pieces, in odd quotes and in
/// unquoted marks. So tags are tokenized here by HTML's rules
/// (https://html.spec.whatwg.org/#tokenization), in time that is linear in their length, and what
/// no reader needs is left out: comments, declarations, and attributes beyond a limit or with names
/// that libxml2 does not take. Line breaks stay, so that lines can be counted.
struct TagBuffer {
  /// Attributes of a tag that are read; those after them are left out.
  static let attributeLimit = 250
  /// Bytes of an attribute's value that are kept, and of a tag after which it gets no more attributes.
  static let lengthLimit = 64 << 10

  enum State {
    case text
    /// After `<`, `</`, `<!` and `<!-`.
    case tagOpen, endTagOpen, declarationOpen, commentOpen
    /// In something that is left out, up to `>`.
    case declaration
    /// The count of dashes before the next byte, and whether `!` came after two; `>` may end it.
    case comment(dashes: Int, isBang: Bool)
    case tagName, beforeAttribute, attributeName, afterAttributeName, beforeValue, unquotedValue
    case quotedValue(UInt8)
    /// In a script or style.
    case rawText
    /// In what may be the end tag of one, of which so many bytes came.
    case rawEnd(Int)
  }

  /// Whether so many elements are open that no more may be.
  var isDeep = false
  /// What is left of a piece.
  private struct Input {
    var start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
  }

  var state = State.text
  /// Whether what was read last is a part of a tag.
  var isInTag: Bool {
    switch state {
    case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .beforeValue,
      .unquotedValue, .quotedValue:
      true
    default: false
    }
  }
  /// What is handed on of the present piece.
  var output: [UInt8] = []
  var tag = OpenTag()
  /// `</script` or `</style`.
  private var rawEnd: [UInt8] = []
  /// The bytes in `rawEnd` as they are written.
  private var held: [UInt8] = []

  /// Passes on what is whole of the next piece.
  mutating func take(_ bytes: ArraySlice<UInt8>, parse: (ArraySlice<UInt8>) -> Void) {
    output.removeAll(keepingCapacity: true)
    output.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      var input = Input(start: start, end: start + bytes.count)
      while input.start < input.end { read(input.start.pointee, &input) }
    }
    parse(output[...])
  }

  /// Passes on what is left, once no more will come. A tag without an end is none.
  mutating func end(parse: (ArraySlice<UInt8>) -> Void) {
    switch state {
    case .tagOpen: parse(Array("&lt;".utf8)[...])
    case .endTagOpen: parse(Array("&lt;/".utf8)[...])
    case .rawEnd: parse(held[...])
    default: break
    }
    self = TagBuffer()
  }

  private mutating func read(_ byte: UInt8, _ input: inout Input) {
    switch state {
    case .text: copy(from: &input, upTo: "<", then: .tagOpen)
    case .rawText:
      held.removeAll(keepingCapacity: true)
      copy(from: &input, upTo: "<", then: .rawEnd(0))
      if case .rawEnd = state { held.append(UInt8(ascii: "<")) }
    case .rawEnd(let count): readRawEnd(byte, after: count, &input)
    case .tagOpen, .endTagOpen, .declarationOpen, .commentOpen: readOpening(byte, &input)
    case .declaration, .comment: readLeftOut(byte, &input)
    default:
      input.start += 1
      readTag(byte)
    }
  }

  private mutating func copy(
    from input: inout Input, upTo mark: Unicode.Scalar, then next: State
  ) {
    let count = input.end - input.start
    let found = memchr(input.start, Int32(mark.value), count)
    let length = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(input.start) } ?? count
    output.append(contentsOf: UnsafeBufferPointer(start: input.start, count: length))
    input.start += length
    guard found != nil else { return }
    input.start += 1
    state = next
  }

  private mutating func readOpening(
    _ byte: UInt8, _ input: inout Input
  ) {
    switch (state, byte) {
    case (.tagOpen, UInt8(ascii: "/")): state = .endTagOpen
    case (.tagOpen, UInt8(ascii: "!")): state = .declarationOpen
    case (.tagOpen, UInt8(ascii: "?")): state = .declaration
    case (.tagOpen, _) where byte.isLetter, (.endTagOpen, _) where byte.isLetter:
      if case .endTagOpen = state { tag.begin(isEnd: true) } else { tag.begin(isEnd: false) }
      state = .tagName
      return
    case (.tagOpen, _):
      // No tag, but text.
      output.append(contentsOf: "&lt;".utf8)
      state = .text
      return
    case (.endTagOpen, UInt8(ascii: ">")): state = .text
    case (.declarationOpen, UInt8(ascii: "-")): state = .commentOpen
    case (.commentOpen, UInt8(ascii: "-")): state = .comment(dashes: 2, isBang: false)
    default:
      state = .declaration
      return
    }
    input.start += 1
  }

  private mutating func readLeftOut(
    _ byte: UInt8, _ input: inout Input
  ) {
    input.start += 1
    if byte == UInt8(ascii: "\n") { output.append(byte) }
    guard case .comment(let dashes, let isBang) = state else {
      if byte == UInt8(ascii: ">") { state = .text }
      return
    }
    switch byte {
    case UInt8(ascii: ">") where dashes >= 2: state = .text
    case UInt8(ascii: "-"): state = .comment(dashes: isBang ? 1 : dashes + 1, isBang: false)
    case UInt8(ascii: "!") where dashes >= 2 && !isBang:
      state = .comment(dashes: dashes, isBang: true)
    default: state = .comment(dashes: 0, isBang: false)
    }
  }

  private mutating func readRawEnd(
    _ byte: UInt8, after count: Int, _ input: inout Input
  ) {
    if count + 1 < rawEnd.count {
      if byte.lowercased == rawEnd[count + 1] {
        held.append(byte)
        input.start += 1
        state = .rawEnd(count + 1)
      } else {
        output += held
        state = .rawText
      }
    } else if byte.isSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
      tag.begin(isEnd: true)
      for byte in rawEnd.dropFirst(2) { tag.name(byte) }
      state = .tagName
    } else {
      // libxml2 would end the script at `</scripts`.
      output.append(contentsOf: "< ".utf8)
      output += held.dropFirst()
      state = .rawText
    }
  }

  /// Hands the tag on.
  mutating func finishTag() {
    state = .text
    if isDeep, tag.opensElement { return }
    output += tag.bytes
    guard let name = tag.rawName else { return }
    rawEnd = Array("</".utf8) + name
    state = .rawText
  }
}

extension UInt8 {
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// What separates attributes.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }
}
