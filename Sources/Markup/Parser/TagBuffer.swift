import Foundation

/// Tokenizes HTML tags before libxml2 does, and passes each on whole and in its plainest spelling.
///
/// libxml2 2.9 compares every attribute of a tag with those before it, so a tag with very many
/// would take minutes. It loses its place in tags that arrive in pieces, in odd quotes and in
/// unquoted marks. So this type tokenizes tags by HTML's rules
/// (https://html.spec.whatwg.org/#tokenization) in time linear in their length. It drops what no
/// reader needs: comments, declarations, and attributes beyond a limit or with names that libxml2
/// doesn't accept. It keeps line breaks, so that lines can be counted.
struct TagBuffer {
  /// The number of attributes read per tag. The rest are dropped.
  static let attributeLimit = 250
  /// The number of bytes kept of an attribute's value. A tag of that length gets no more
  /// attributes.
  static let lengthLimit = 64 << 10

  enum State {
    case text
    /// After `<`, `</`, `<!` and `<!-`.
    case tagOpen, endTagOpen, declarationOpen, commentOpen
    /// Inside something that's dropped, up to `>`.
    case declaration
    /// Inside a comment: the number of dashes just read, and whether a `!` followed them. After two
    /// dashes, `>` ends the comment.
    case comment(dashes: Int, isBang: Bool)
    case tagName, beforeAttribute, attributeName, afterAttributeName, beforeValue, unquotedValue
    case quotedValue(UInt8)
    /// Inside a script or style.
    case rawText
    /// Inside what may be its end tag, of which this many bytes have arrived.
    case rawEnd(Int)
  }

  /// Whether the depth limit is reached, so that no more elements may be opened.
  var isDeep = false
  /// The rest of the current piece.
  private struct Input {
    var start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
  }

  var state = State.text
  /// Whether the last byte read belongs to a tag.
  var isInTag: Bool {
    switch state {
    case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .beforeValue,
      .unquotedValue, .quotedValue:
      true
    default: false
    }
  }
  /// The output of the current piece.
  var output: [UInt8] = []
  var tag = OpenTag()
  /// `</script` or `</style`.
  private var rawEnd: [UInt8] = []
  /// The bytes in `rawEnd` as the page spells them.
  private var held: [UInt8] = []

  /// Reads the next piece, and passes on what's complete.
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

  /// Passes on what's left after the last piece. A tag without an end isn't a tag.
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
      // Text, not a tag.
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

  /// Passes the tag on, unless it would open an element beyond the depth limit.
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

  /// Whether the byte separates attributes.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }
}
