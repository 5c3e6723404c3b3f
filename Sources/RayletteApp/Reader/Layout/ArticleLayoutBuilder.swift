import LinkPreview
import TerminalGrid

/// Lays out the blocks of an article, one after the other.
struct ArticleLayoutBuilder {
  let settings: ArticleLayout.Settings
  var lines: [ArticleLine] = []
  var texts: [ArticleText] = []
  var links: [ArticleLink] = []
  var headings: [ArticleLayout.Heading] = []
  var pictures: [ArticleLayout.PicturePlace] = []
  var unwrappedBlocks: [UnwrappedBlock] = []
  /// The place of what comes next.
  private(set) var anchor = ArticleAnchor.start

  var symbols: Symbols { settings.symbols }
  var columns: Int { settings.columns }

  init(settings: ArticleLayout.Settings) { self.settings = settings }

  /// Adds what's above the first block.
  mutating func add(title: String, facts: String) {
    add(ArticleText(.title, title), x: 0)
    if !facts.isEmpty { add(ArticleText(.facts, facts), x: 0) }
  }

  /// Adds a block of the article.
  mutating func add(_ block: ArticleBlock, index: Int) {
    anchor = ArticleAnchor(block: index, offset: 0)
    addSpace(before: block)
    add(block, x: 0)
  }

  /// Adds blocks that are part of another one.
  /// - Parameter isTight: Whether there are no blank lines between them.
  mutating func add(_ blocks: [ArticleBlock], x: Int, isTight: Bool = false) {
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight { addSpace(before: block) }
      add(block, x: x)
    }
  }

  private mutating func add(_ block: ArticleBlock, x: Int) {
    switch block {
    case .heading(let level, let content):
      headings.append(.init(level: level, text: content.oneLine, anchor: anchor))
      add(text(.heading(level: level), content), x: x)
    case .paragraph(let content): add(text(.body, content), x: x)
    case .list(let list): add(list, x: x)
    case .quote(let blocks): addQuote(blocks, x: x)
    case .callout(let callout): add(callout, x: x)
    case .media(let media):
      add(text(.body, [.link([.text(media.label)], media.url)]), x: x)
    case .formula(let formula): add(formula, x: x)
    case .code(let code, let language): add(code: code, language: language, x: x)
    case .table(let table): add(table, x: x)
    case .picture(let picture, let caption): add(picture, caption: caption, x: x)
    case .footnotes(let notes): add(notes, x: x)
    case .rule:
      let width = min(columns - x, Self.ruleColumns)
      add([.rule(x: x + (columns - x - width) / 2, columns: max(0, width))])
    }
  }

  /// A short rule looks like the end of a section, a long one like the edge of the screen.
  private static let ruleColumns = 24

  func columns(from x: Int) -> Int { max(Self.columnsMinimum, columns - x) }

  /// Deeply nested text goes beyond the column instead of becoming a column of letters.
  private static let columnsMinimum = 12

  mutating func text(_ role: ArticleText.Role, _ content: [ArticleInline]) -> ArticleText {
    ArticleText(role, content, symbols: symbols, links: &links)
  }

  /// Adds a text in as many lines as it needs.
  mutating func add(_ text: ArticleText, x: Int) {
    let start = anchor.offset
    let index = register(text)
    for range in TextWrapping.ranges(of: text.text, columns: columns(from: x)) {
      add([.text(x: x, index, range)], at: start + range.lowerBound)
    }
  }

  /// Adds a text to the article, of which the next lines show parts.
  mutating func register(_ text: ArticleText) -> Int {
    texts.append(text)
    // So that a place between two texts belongs to the second one.
    anchor.offset += text.text.utf8.count + 1
    return texts.count - 1
  }

  /// Adds a line.
  /// - Parameter offset: Its place in the block, or nil if it's the place of what comes next.
  mutating func add(
    _ parts: [ArticleLine.Part], kind: ArticleLine.Kind = .text, at offset: Int? = nil
  ) {
    let place = ArticleAnchor(block: anchor.block, offset: offset ?? anchor.offset)
    lines.append(ArticleLine(anchor: place, kind: kind, parts: parts))
  }

  /// Begins a block whose lines aren't wrapped.
  /// - Parameters:
  ///   - indent: The columns between the edge of the block and its text.
  ///   - margin: The columns that stay free at the right.
  mutating func beginUnwrapped(
    _ content: UnwrappedBlock.Content, x: Int, indent: Int = 0, margin: Int = 0
  ) {
    unwrappedBlocks.append(
      UnwrappedBlock(
        content, x: x, textX: x + indent,
        room: settings.canScroll ? columns(from: x) - indent - margin : UnwrappedBlock.unlimited,
        line: lines.count))
  }

  /// Adds a line to the last block whose lines aren't wrapped.
  mutating func addUnwrapped(
    _ parts: [ArticleLine.Part], columns: Int, at offset: Int? = nil
  ) {
    let last = unwrappedBlocks.count - 1
    add(parts, kind: .unwrapped(last), at: offset)
    unwrappedBlocks[last].add(lineOf: columns, end: lines.count)
  }

  /// Adds a line that has no place of its own, and so belongs to the one before it.
  mutating func addBlank(_ parts: [ArticleLine.Part] = []) {
    lines.append(ArticleLine(anchor: lines.last?.anchor ?? anchor, kind: .blank, parts: parts))
  }

  /// Adds the blank lines above a block: more above a heading of a section.
  private mutating func addSpace(before block: ArticleBlock) {
    guard !lines.isEmpty else { return }
    if case .heading(let level, _) = block, level <= 2, lines.last?.anchor.block != -1 {
      addBlank()
    }
    addBlank()
  }

  /// Adds something to the left of lines that are there already.
  mutating func decorate(
    from start: Int, x: Int, _ text: String, _ decoration: ArticleLine.Decoration
  ) {
    for index in start..<lines.count {
      lines[index].parts.insert(.decoration(x: x, text, decoration), at: 0)
    }
  }
}

extension ArticleLayoutBuilder {
  /// Where each link begins. One without text is at the start.
  var linkPlaces: [ArticleLayout.TextPlace] {
    var found = [ArticleLayout.TextPlace?](repeating: nil, count: links.count)
    // How many marks of each text begin in the lines so far. Marks and lines are in order.
    var passed = [Int](repeating: 0, count: texts.count)
    for (index, line) in lines.enumerated() {
      for case .text(_, let text, let range) in line.parts {
        let marks = texts[text].marks
        var next = passed[text]
        while next < marks.count, marks[next].range.lowerBound < range.upperBound {
          if let link = marks[next].style.link, found[link] == nil {
            found[link] = .init(text: text, range: marks[next].range, line: index)
          }
          next += 1
        }
        passed[text] = next
      }
    }
    return found.map { $0 ?? .init(text: 0, range: 0..<0, line: 0) }
  }
}
