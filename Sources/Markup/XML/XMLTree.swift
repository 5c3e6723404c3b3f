import CDecoders

/// An XML file, read into memory as a whole.
package struct XMLTree {
  /// The outermost elements. Some programs write one document after another.
  package let roots: [Element]
  /// The line of the outermost element that the file ends in; nil if the file is complete.
  package let openLine: Int?
  /// The number of levels in the file. Those beyond ``depthLimit`` aren't kept.
  package let depth: Int

  /// The most levels that are kept, so that reading the tree can't exhaust the stack.
  package static let depthLimit = 256

  /// Reads a file, which needn't be well-formed: some programs write undeclared character references,
  /// as in HTML, or several root elements. Such files are read by HTML's rules for foreign content
  /// (https://html.spec.whatwg.org/#parsing-main-inforeign), which ignore unknown end tags.
  ///
  /// Entities that a file declares are never expanded.
  /// - Parameter charset: the charset label that came with the file. It overrides the file's own
  ///   declaration (RFC 7303, section 3.1).
  package init(_ bytes: [UInt8], charset: String? = nil) {
    let encoding = EncodingSniffer.encoding(of: bytes, transportLabel: charset)
    let text = StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true)
    // expat itself detects UTF-16 without a byte order mark.
    let isWide = encoding == nil && bytes.prefix(2).contains(0)
    var builder = XMLTreeBuilder()
    if !builder.parse(isWide ? bytes : text, encoding: isWide ? nil : "UTF-8") {
      builder = XMLTreeBuilder()
      var tokenizer = Tokenizer(countsLines: true)
      text.withUnsafeBufferPointer { tokenizer.read($0, into: &builder) }
      tokenizer.finish(into: &builder)
    }
    openLine = builder.open.first?.line
    while !builder.open.isEmpty { builder.end() }
    roots = builder.roots
    depth = builder.depth
  }
}

extension XMLTree {
  /// An element. Its name and those of its attributes have their prefix, and are in lower case,
  /// because programs disagree about the case.
  package struct Element {
    package enum Content {
      case text(String)
      case element(Element)
    }

    package let name: String
    package let attributes: [(name: String, value: String)]
    /// The line in which the tag begins or ends, from 1.
    package let line: Int
    package fileprivate(set) var content: [Content] = []

    package subscript(attribute: String) -> String? {
      attributes.first { $0.name == attribute }?.value
    }

    package var children: [Element] {
      content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// All elements in this one, in document order.
    package var descendants: [Element] { children.flatMap { [$0] + $0.descendants } }

    /// The text in the element. Tags only separate words.
    package var text: String {
      content.map { content in
        switch content {
        case .text(let text): text
        case .element(let element): " " + element.text
        }
      }.joined()
    }
  }
}

/// Builds a tree, as expat or the tokenizer reports its parts.
private final class XMLTreeBuilder: TokenSink {
  private(set) var roots: [XMLTree.Element] = []
  private(set) var open: [XMLTree.Element] = []
  private(set) var depth = 0
  /// The number of open elements with each name, because a search for each unknown end tag would take
  /// long.
  private var counts: [String: Int] = [:]
  private var text = ""
  private var parser: OpaquePointer?

  func start(_ name: String, _ attributes: [(name: String, value: String)], line: Int) {
    endText()
    open.append(XMLTree.Element(name: name, attributes: attributes, line: line))
    counts[name, default: 0] += 1
    depth = max(depth, open.count)
  }

  /// Ends the innermost element.
  func end() {
    endText()
    guard let element = open.popLast() else { return }
    counts[element.name, default: 1] -= 1
    guard let parent = open.indices.last else { return roots.append(element) }
    if open.count < XMLTree.depthLimit { open[parent].content.append(.element(element)) }
  }

  private func endText() {
    if !text.isEmpty, let last = open.indices.last { open[last].content.append(.text(text)) }
    text = ""
  }

  // MARK: - Tokens of a file that isn't well-formed

  var wantsText: Bool { true }
  var isInForeignContent: Bool { true }

  func startTag(_ tag: StartTag) -> Tokenizer.State {
    start(tag.name.string, tag.attributes.all, line: tag.line)
    if tag.isSelfClosing { end() }
    return .data
  }

  func endTag(_ name: TagName) {
    let name = name.string
    guard counts[name, default: 0] > 0 else { return }
    while let last = open.last {
      end()
      if last.name == name { return }
    }
  }

  func text(_ text: TextToken) { self.text += text.string }

  // MARK: - Events of expat

  /// Parses a well-formed file.
  /// - Returns: false at the first error.
  func parse(_ bytes: [UInt8], encoding: String?) -> Bool {
    guard let parser = XML_ParserCreate(encoding) else { return false }
    defer { XML_ParserFree(parser) }
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { builder, name, list in XMLTreeBuilder.at(builder) { $0.start(name, list) } },
      { builder, _ in XMLTreeBuilder.at(builder) { $0.end() } })
    XML_SetCharacterDataHandler(
      parser,
      { builder, text, length in XMLTreeBuilder.at(builder) { $0.add(text, Int(length)) } })
    XML_SetEntityDeclHandler(
      parser, { builder, _, _, _, _, _, _, _, _ in XMLTreeBuilder.at(builder) { $0.stop() } })
    // Entities that only an external DTD declares are an error.
    XML_SetSkippedEntityHandler(
      parser, { builder, _, _ in XMLTreeBuilder.at(builder) { $0.stop() } })
    return bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return XML_Parse(parser, start, Int32(clamping: bytes.count), 1) == XML_STATUS_OK
    }
  }

  /// C callbacks can't capture anything.
  private static func at(_ pointer: UnsafeMutableRawPointer?, report: (XMLTreeBuilder) -> Void) {
    guard let pointer else { return }
    Unmanaged<XMLTreeBuilder>.fromOpaque(pointer)._withUnsafeGuaranteedRef(report)
  }

  private func start(
    _ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name else { return }
    var attributes: [(name: String, value: String)] = []
    var next = list
    while let pair = next, let key = pair[0], let value = pair[1] {
      attributes.append((String(cString: key).lowercasedASCII, String(cString: value)))
      next = pair + 2
    }
    start(
      String(cString: name).lowercasedASCII, attributes,
      line: Int(XML_GetCurrentLineNumber(parser)))
  }

  private func add(_ start: UnsafePointer<CChar>?, _ length: Int) {
    text += String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  private func stop() { XML_StopParser(parser, 0) }
}
