import Markup

/// Finds the blocks of code in a page.
struct CodeBlocks {
  private let tree: ElementTree
  /// The previous sibling of each element, or -1.
  private var previous: [Int32] = []
  /// The bytes of text before each node, without white space at the ends of texts.
  private var textBefore: [Int32] = []
  private var blocks: [CodeBlock] = []
  /// Whether elements contain nothing but blocks and code.
  private var isWithoutText: [Int: Bool] = [:]

  init(_ tree: ElementTree) { self.tree = tree }

  mutating func find() -> [CodeBlock] {
    measure()
    var index = 0
    while index < tree.nodes.count {
      let node = tree.nodes[index]
      if ElementTree.mayBeCode(node), let block = block(at: index) {
        if !block.text.isEmpty, !join(block) { add(block) }
        index = Int(node.end)
      } else {
        index += 1
      }
    }
    return blocks
  }

  // MARK: - Recognising blocks of code

  private mutating func block(at index: Int) -> CodeBlock? {
    let node = tree.nodes[index]
    let isBlock =
      switch node.element {
      case .pre, .listing, .xmp, .plaintext: true
      case .code: isCodeBlock(index)
      case .table: node.hints.contains(.code) && LineTable.isCode(index, in: tree)
      case .div: isPlainCode(index)
      default: false
      }
    guard isBlock else { return nil }
    let code = CodeText(of: index, in: tree)
    var text = code.output
    while let last = text.last, last <= 0x20 { text.removeLast() }
    return CodeBlock(node: index, text: text, language: code.language)
  }

  /// Whether a `code` is a block: it stands alone, and has several lines or the `display` hint.
  private mutating func isCodeBlock(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    var hasLines = node.hints.contains(.display)
    var lineCount = 0
    for inner in index + 1..<min(Int(node.end), index + Self.reach) {
      let element = tree.nodes[inner].element
      if tree.nodes[inner].isText {
        if !hasLines { lineCount += lines(of: inner) }
      } else if element == .pre {
        return false
      } else if element == .br || element.isBlock {
        hasLines = true
      }
    }
    return (hasLines || lineCount > 1) && isAlone(index)
  }

  /// The number of nodes of a `code` that are searched. A `code` inside another is searched again.
  private static let reach = 2_000

  /// The number of lines of a text that aren't blank.
  private func lines(of node: Int) -> Int {
    let bytes = tree.text[Int(tree.nodes[node].textStart)..<Int(tree.nodes[node].textEnd)]
    return bytes.split(separator: UInt8(ascii: "\n")).count { !$0.allSatisfy { $0 <= 0x20 } }
  }

  /// Whether an element's siblings are all blocks or code.
  private mutating func isAlone(_ index: Int) -> Bool {
    let parent = Int(tree.nodes[index].parent)
    guard parent >= 0, tree.nodes[parent].element.isBlock else { return false }
    if let known = isWithoutText[parent] { return known }
    let isAlone = hasOnlyBlocks(parent)
    isWithoutText[parent] = isAlone
    return isAlone
  }

  private func hasOnlyBlocks(_ parent: Int) -> Bool {
    var sibling = parent + 1
    while sibling < tree.nodes[parent].end {
      let node = tree.nodes[sibling]
      let isText = node.isText ? !tree.isBlank(node) : !node.element.isBlock && node.element != .br
      if isText, node.element != .code, length(of: sibling) > 0 { return false }
      sibling = Int(node.end)
    }
    return true
  }

  /// Whether an element with a code language, but without a `pre`, has lines.
  private func isPlainCode(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard tree.attributes(of: index)?.isDisplay == true, node.end < index + 50 else { return false }
    let inside = index + 1..<Int(node.end)
    return inside.allSatisfy { tree.nodes[$0].isText || !tree.nodes[$0].element.isBlock }
      && inside.contains { tree.nodes[$0].isText && lines(of: $0) > 1 }
  }

  // MARK: - Joining blocks

  /// Appends code to the previous block if both are parts of a session of input and output, as in
  /// Lean's documentation (https://github.com/leanprover/verso).
  private mutating func join(_ block: CodeBlock) -> Bool {
    guard let last = blocks.last, isLean(last.node), isLean(block.node),
      tree.nodes[last.node].parent == tree.nodes[block.node].parent
    else { return false }
    var node = last.gutters.last ?? last.node
    var hasEmptyLine = false
    while node < block.node {
      node = Int(tree.nodes[node].end)
      guard node < block.node else { break }
      guard length(of: node) == 0 else { return false }
      // An empty part stands for an empty line.
      hasEmptyLine = hasEmptyLine || isLean(node)
    }
    blocks[blocks.count - 1].text += (hasEmptyLine ? "\n\n" : "\n").utf8 + block.text
    blocks[blocks.count - 1].gutters.append(block.node)
    return true
  }

  private func isLean(_ node: Int) -> Bool {
    guard !tree.nodes[node].isText, let classes = tree.attributes(of: node)?.classes else {
      return false
    }
    return tree.string(classes).hasPrefix("hl lean")
  }

  // MARK: - Surroundings

  private mutating func add(_ found: CodeBlock) {
    var block = found
    let lineCount = 1 + block.text.count { $0 == UInt8(ascii: "\n") }
    // Line numbers beside the code, one element for each column.
    if let last = blocks.last, let numbers = LineNumbers(block: last.text),
      isBeside(last.node, block.node), numbers.fits(lineCount)
    {
      blocks.removeLast()
      block.gutters.append(last.node)
    }
    var node = block.node
    for _ in 0..<Self.depth where node > 0 {
      let before = Int(previous[node])
      if before >= 0, before != blocks.last?.node {
        let isNext = textBefore[Int(tree.nodes[before].end)] == textBefore[node]
        addLabel(before, to: &block, lineCount, isNext: isNext)
      }
      node = Int(tree.nodes[node].parent)
      guard node > 0, isShell(node, of: block) else { break }
      block.shells.append(node)
      switch tree.nodes[node].element {
      case .table, .tbody, .tr, .td, .code: block.wrappers.append(node)
      default: break
      }
    }
    // Without line numbers, this is a cell with code in a normal table.
    if block.gutters.isEmpty { block.wrappers.removeAll { tree.nodes[$0].element != .code } }
    blocks.append(block)
  }

  private static let depth = 7

  /// Removes line numbers, the name of the language and buttons beside code from the text.
  /// - Parameter isNext: whether no text is between the label and the code.
  private func addLabel(
    _ node: Int, to block: inout CodeBlock, _ lineCount: Int, isNext: Bool
  ) {
    let length = length(of: node)
    guard length > 0 else { return }
    let numbers = LineNumbers(in: node, of: tree)
    if let numbers, numbers.fits(lineCount), numbers.count > 1 || isNumbering(node) {
      block.gutters.append(node)
    } else if length <= CodeLanguageName.longest,
      addLabel(string(of: node).inLowerCase, to: &block)
    {
      block.gutters.append(node)
    } else if isNext, length <= CodeCaption.longest, block.caption == nil, mayBeCaption(node) {
      addCaption(node, to: &block)
    }
  }

  /// Reads the name of a language from a text. Returns false if the text is neither a language nor
  /// a button.
  private func addLabel(_ text: String, to block: inout CodeBlock) -> Bool {
    if let language = CodeLanguageName.known(text) {
      block.language = block.language ?? language
      return true
    }
    return CodeLanguageName.buttons.contains(text)
  }

  /// Reads the name of the file above the code. Buttons and the language may be beside it.
  private func addCaption(_ node: Int, to block: inout CodeBlock) {
    var labelled = block
    for text in texts(of: node) where !addLabel(text.inLowerCase, to: &labelled) {
      guard labelled.caption == nil, let name = CodeCaption.fileName(in: text) else { return }
      labelled.caption = name
    }
    guard labelled.caption != nil else { return }
    block = labelled
    block.gutters.append(node)
  }

  /// Whether an element is on lines of its own next to the code, and has no links and nothing that
  /// belongs into the contents.
  private func mayBeCaption(_ node: Int) -> Bool {
    let parent = Int(tree.nodes[node].parent)
    guard parent >= 0,
      tree.nodes[node].element.isBlock || textBefore[node] == textBefore[parent + 1]
    else { return false }
    return (node..<Int(tree.nodes[node].end)).allSatisfy { inner in
      let inner = tree.nodes[inner]
      switch inner.element {
      case .h1, .h2, .h3, .h4, .h5, .h6, .a, .li, .dt, .pre, .img, .td, .th: return inner.isText
      default: return true
      }
    }
  }

  private func isNumbering(_ node: Int) -> Bool {
    tree.nodes[node].hints.contains(.lineNumber)
      || tree.nodes[node].hints.isSuperset(of: [.line, .number])
  }

  private func string(of node: Int) -> String { texts(of: node).joined(separator: " ") }

  /// The texts in an element that aren't blank.
  private func texts(of node: Int) -> [String] {
    (node..<Int(tree.nodes[node].end)).compactMap { index in
      let node = tree.nodes[index]
      guard node.isText, !tree.isBlank(node) else { return nil }
      return tree.string(node.textStart..<node.textEnd).words.joined(separator: " ")
    }
  }

  /// Whether two elements are cells of a row, or are inside two sibling elements.
  private func isBeside(_ one: Int, _ other: Int) -> Bool {
    var node = other
    for _ in 0..<4 where node > 0 {
      var before = Int(previous[node])
      for _ in 0..<4 where before >= 0 && before <= one {
        if before == one { return true }
        before = before + 1 < tree.nodes[before].end ? before + 1 : -1
        while before > 0, before < one, tree.nodes[before].end <= one {
          before = Int(tree.nodes[before].end)
        }
      }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  /// Whether an element has little text besides the code.
  private func isShell(_ node: Int, of block: CodeBlock) -> Bool {
    switch tree.nodes[node].element {
    case .body, .html, .main, .article, .li, .blockquote, .p: return false
    default: if tree.nodes[node].hints.contains(.callout) { return false }
    }
    let around = length(of: node)
    let taken = length(of: block.node) + block.gutters.reduce(0) { $0 + length(of: $1) }
    return around - taken <= taken / 4 + 40
  }

  private func length(of node: Int) -> Int {
    let end = Int(tree.nodes[node].end)
    return Int(textBefore[end] - textBefore[node])
  }

  private mutating func measure() {
    previous = [Int32](repeating: -1, count: tree.nodes.count)
    textBefore = [0]
    textBefore.reserveCapacity(tree.nodes.count + 1)
    var last = [Int32](repeating: -1, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      var length: Int32 = 0
      if node.isText {
        if !tree.isBlank(node) { length = node.textEnd - node.textStart }
      } else if node.parent >= 0 {
        previous[index] = last[Int(node.parent)]
        last[Int(node.parent)] = Int32(index)
      }
      textBefore.append(textBefore[index] + length)
    }
  }
}
