extension Tokenizer {
  /// Reads text and markup: the data state, and the states from 13.2.5.6 to 13.2.5.8 and 13.2.5.32
  /// to 13.2.5.40.
  /// - Returns: the position up to which was read, or nil if the input ends inside a token.
  mutating func readMarkup(
    _ input: Input, from first: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    let bytes = input.start
    var position = first
    while let start = input.nextLessThan(from: position) {
      var name = start &+ 1
      if name < input.end, bytes[name] == .slash { name &+= 1 }
      guard name < input.end, bytes[name].isASCIILetter else {
        guard let next = readDeclaration(input, at: start, into: &sink) else { return nil }
        position = next
        if state != .data { return next }
        continue
      }
      let isEndTag = name > start + 1
      flushText(input, upTo: start, content: .data, into: &sink)
      var hash = TagName.Hash()
      let nameEnd = input.scanTagName(from: name, &hash)
      guard let scan = scanTag(input, at: start, from: nameEnd) else { return leaveOpen(at: start) }
      position = scan.position
      textStart = scan.position
      let tagName = TagName(start: bytes + name, count: nameEnd &- name, hash: hash)
      // Attributes of end tags are ignored.
      if isEndTag {
        sink.endTag(tagName)
        continue
      }
      state = sink.startTag(
        StartTag(
          name: tagName,
          attributes: Attributes(
            start: bytes + start,
            ranges: UnsafeBufferPointer(start: attributes.baseAddress, count: scan.count),
            filter: scan.filter),
          isSelfClosing: scan.isSelfClosing,
          line: countsLines ? line(at: position, in: input) : 1))
      if state != .data {
        lastStartTag.removeAll(keepingCapacity: true)
        for byte in tagName.bytes { lastStartTag.append(byte.asciiLowercased) }
        return position
      }
    }
    return input.end
  }

  /// Scans the rest of a tag after its name.
  /// - Returns: nil if the input ends inside the tag.
  @inline(__always)
  mutating func scanTag(_ input: Input, at start: Int, from nameEnd: Int) -> AttributeScan? {
    // Nearly half of all tags end here.
    if nameEnd < input.end, input.start[nameEnd] == .greaterThan {
      return AttributeScan(position: nameEnd &+ 1)
    }
    var scan = AttributeScan(position: nameEnd)
    while input.scanAttributes(of: start, &scan, into: attributes) {
      if !scan.needsRoom { return scan }
      scan.needsRoom = false
      growAttributes()
    }
    return nil
  }
}

/// Comments: sections 13.2.5.41 to 13.2.5.52, and what else begins with a `<` that begins no tag.
extension Tokenizer {
  /// - Returns: the position after it, or nil if the input ends inside.
  private mutating func readDeclaration(
    _ input: Input, at start: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    let content = start + 2
    switch input.byte(at: start + 1) {
    case nil: return input.isLast ? input.end : leaveOpen(at: start)
    case UInt8(ascii: "?"):
      return readBogusComment(input, at: start, content: start + 1, into: &sink)
    case .slash:
      guard let byte = input.byte(at: content) else {
        return input.isLast ? input.end : leaveOpen(at: start)
      }
      guard byte == .greaterThan else {
        return readBogusComment(input, at: start, content: content, into: &sink)
      }
      flushText(input, upTo: start, content: .data, into: &sink)
      textStart = content + 1
      return textStart
    case .bang: break
    // It's text.
    default: return start + 1
    }
    let comment = input.match("--", at: content)
    if comment == .whole { return readComment(input, at: start, into: &sink) }
    let doctype = input.match("doctype", at: content)
    if doctype == .whole { return readDoctype(input, at: start, into: &sink) }
    let section: Input.Match =
      sink.isInForeignContent ? input.match("[CDATA[", at: content, ignoresCase: false) : .none
    if section == .whole {
      flushText(input, upTo: start, content: .data, into: &sink)
      state = .cdataSection
      textStart = content + 7
      return textStart
    }
    if !input.isLast, [comment, doctype, section].contains(.beginning) {
      return leaveOpen(at: start)
    }
    return readBogusComment(input, at: start, content: content, into: &sink)
  }

  private mutating func readBogusComment(
    _ input: Input, at start: Int, content: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    let mark = input.find(.greaterThan, from: content)
    guard mark != nil || input.isLast else { return leaveOpen(at: start) }
    let end = mark ?? input.end
    return endComment(input, at: start, content: content..<end, next: end + 1, into: &sink)
  }

  /// Reads a comment. Its end may be `>` or `->` if there's nothing else in it, and otherwise `-->`
  /// or `--!>`.
  private mutating func readComment(
    _ input: Input, at start: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    let content = start + 4
    var position = content
    while let mark = input.find(.greaterThan, from: position) {
      position = mark + 1
      let dashes = input.trailing(.dash, before: mark, from: content)
      var end = mark - dashes
      if dashes < 2, mark - dashes > content {
        guard mark > content, input.start[mark - 1] == .bang,
          input.trailing(.dash, before: mark - 1, from: content) == 2
        else { continue }
        end = mark - 3
      }
      return endComment(input, at: start, content: content..<end, next: position, into: &sink)
    }
    guard input.isLast else { return leaveOpen(at: start) }
    // The page ends in the comment, maybe in the middle of the comment's end.
    var end = input.end - input.trailing(.dash, before: input.end, from: content)
    if input.end > content, input.start[input.end - 1] == .bang,
      input.trailing(.dash, before: input.end - 1, from: content) == 2
    {
      end = input.end - 3
    }
    return endComment(input, at: start, content: content..<end, next: input.end, into: &sink)
  }

  private mutating func endComment(
    _ input: Input, at start: Int, content: Range<Int>, next: Int,
    into sink: inout some TokenSink & ~Copyable
  ) -> Int {
    flushText(input, upTo: start, content: .data, into: &sink)
    textStart = min(next, input.end)
    if sink.wantsComments {
      sink.comment(TextToken(bytes: input.bytes(content), content: .rawText))
    }
    return textStart
  }
}

/// DOCTYPEs: sections 13.2.5.53 to 13.2.5.68.
extension Tokenizer {
  /// Reads a DOCTYPE, which ends at the first `>`, even in quotation marks.
  private mutating func readDoctype(
    _ input: Input, at start: Int, into sink: inout some TokenSink & ~Copyable
  ) -> Int? {
    let content = start + 9
    let mark = input.find(.greaterThan, from: content)
    guard mark != nil || input.isLast else { return leaveOpen(at: start) }
    flushText(input, upTo: start, content: .data, into: &sink)
    let end = mark ?? input.end
    textStart = min(end + 1, input.end)
    sink.doctype(DoctypeToken(input.bytes(content..<end), isWhole: mark != nil))
    return textStart
  }
}

extension DoctypeToken {
  /// - Parameters:
  ///   - content: the bytes after `<!DOCTYPE`.
  ///   - isWhole: whether a `>` follows, rather than the end of the page.
  fileprivate init(_ content: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    var rest = content.drop(while: \.isWhitespace)
    let name = rest.prefix { !$0.isWhitespace }
    self.name = name.isEmpty ? nil : Self.text(name).lowercasedASCII
    rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
    forcesQuirks = name.isEmpty || rest.isEmpty && !isWhole
    guard !rest.isEmpty else { return }
    let keyword = Self.text(rest.prefix(6)).lowercasedASCII
    rest = rest.dropFirst(6)
    forcesQuirks = keyword != "public" && keyword != "system"
    if keyword == "public" {
      publicIdentifier = identifier(&rest)
      // The other one may be missing.
      if !forcesQuirks, rest.isEmpty, isWhole { return }
    }
    if !forcesQuirks { systemIdentifier = identifier(&rest) }
    if rest.isEmpty, !isWhole { forcesQuirks = true }
  }

  /// Reads an identifier in quotation marks, and the white space around it.
  private mutating func identifier(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    rest = rest.drop(while: \.isWhitespace)
    guard let quote = rest.first, quote == .doubleQuote || quote == .singleQuote else {
      forcesQuirks = true
      return nil
    }
    let text = rest.dropFirst().prefix { $0 != quote }
    // Without its end, it's cut off.
    forcesQuirks = text.endIndex == rest.endIndex
    rest = rest[text.endIndex...].dropFirst().drop(while: \.isWhitespace)
    return Self.text(text)
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    TextDecoder.string(UnsafeBufferPointer(rebasing: bytes), content: .rawText)
  }
}
