import Articles
import LinkPreview
import Localization
import TerminalGrid

/// Lays out the blocks of an article, one after the other.
struct ArticleLayoutBuilder {
  let settings: ArticleLayout.Settings
  /// The direction of the article, which also applies to its lists, quotes and tables.
  let direction: TextDirection
  /// Whether only parts of the article read from right to left.
  let isMixed: Bool
  var lines: [ArticleLine] = []
  var texts: [ArticleText] = []
  var links: [ArticleLink] = []
  var headings: [ArticleLayout.Heading] = []
  var pictures: [ArticleLayout.PictureFrame] = []
  var unwrappedBlocks: [UnwrappedBlock] = []
  /// The position of the next text.
  private(set) var anchor = ArticleAnchor.start

  var symbols: Symbols { settings.symbols }
  var columns: Int { settings.columns }

  init(settings: ArticleLayout.Settings, direction: ArticleDirection) {
    self.settings = settings
    self.direction = direction.direction
    isMixed = direction.direction == .leftToRight && direction.isMixed
  }

  /// Adds the title and facts above the first block.
  mutating func add(title: String, facts: String) {
    add(text(.title, title), Margins())
    if !facts.isEmpty { add(text(.facts, facts), Margins()) }
  }

  /// Adds a block of the article.
  mutating func add(_ block: ArticleBlock, index: Int) {
    anchor = ArticleAnchor(block: index, offset: 0)
    addSpace(before: block)
    add(block, Margins())
  }

  /// Adds blocks inside another block.
  /// - Parameter isTight: whether there are no blank lines between them.
  mutating func add(_ blocks: [ArticleBlock], _ margins: Margins, isTight: Bool = false) {
    for (index, block) in blocks.enumerated() {
      if index > 0, !isTight { addSpace(before: block) }
      add(block, margins)
    }
  }

  private mutating func add(_ block: ArticleBlock, _ margins: Margins) {
    switch block {
    case .heading(let level, let content):
      headings.append(.init(level: level, text: content.oneLine, anchor: anchor))
      add(text(.heading(level: level), content), margins)
    case .paragraph(let content): add(text(.body, content), margins)
    case .list(let list): add(list, margins)
    case .quote(let blocks): addQuote(blocks, margins)
    case .callout(let callout): add(callout, margins)
    case .media(let media):
      // Without a sign, the title doesn't show that it's a video or audio.
      let isWord = symbols.video.isEmpty && media.title != nil
      let kind = media.kind == .video ? localized("video") : localized("audio")
      let label = isWord ? [kind, media.label].list : Symbols.label(symbols.video, media.label)
      add(text(.body, [.link([.text(label)], media.url)]), margins)
    case .formula(let formula): add(formula, margins)
    case .code(let code, let language, let caption):
      if let caption { add(text(.caption, caption), margins) }
      add(code: code, language: language, margins)
    case .table(let table): add(table, margins)
    case .picture(let picture, let caption): add(picture, caption: caption, margins)
    case .footnotes(let notes): add(notes, margins)
    case .rule:
      let room = columns - margins.left - margins.right
      let width = min(room, Self.ruleColumns)
      add([.rule(x: margins.left + (room - width) / 2, columns: max(0, width))])
    }
  }

  /// A short rule looks like the end of a section, a long one like the edge of the screen.
  private static let ruleColumns = 24

  func columns(within margins: Margins) -> Int {
    max(Self.columnsMinimum, columns - margins.left - margins.right)
  }

  /// Deeply nested text goes beyond the column instead of becoming a column of letters.
  static let columnsMinimum = 12

  mutating func text(_ role: ArticleText.Role, _ content: [ArticleInline]) -> ArticleText {
    resolved(ArticleText(role, content, symbols: symbols, links: &links))
  }

  func text(_ role: ArticleText.Role, _ text: String) -> ArticleText {
    resolved(ArticleText(role, text))
  }

  /// Returns a text with its direction resolved.
  func resolved(_ text: ArticleText) -> ArticleText {
    var text = text
    text.resolve(in: direction, order: settings.order)
    return text
  }

  /// Adds a text in as many lines as it needs.
  /// - Parameter isAtRight: whether the lines begin at the right. By default, the text's direction
  ///   decides.
  mutating func add(_ text: ArticleText, _ margins: Margins, isAtRight: Bool? = nil) {
    let start = anchor.offset
    let index = register(text)
    let ranges = TextWrapping.ranges(of: text.text, columns: columns(within: margins))
    let isAtRight = isAtRight ?? self.isAtRight(text, lines: ranges.count)
    for range in ranges {
      let x = isAtRight ? x(of: range, of: text, end: columns - margins.right) : margins.left
      add([.text(x: x, index, range)], at: start + range.lowerBound)
    }
  }

  /// Adds a text to the article. The next lines show parts of it.
  mutating func register(_ text: ArticleText) -> Int {
    texts.append(text)
    // Leaves an offset between two texts, which belongs to the second one.
    anchor.offset += text.text.utf8.count + 1
    return texts.count - 1
  }

  /// Adds a line.
  /// - Parameter offset: the line's offset in the block, or nil for the position of the next text.
  mutating func add(
    _ parts: [ArticleLine.Part], kind: ArticleLine.Kind = .text, at offset: Int? = nil
  ) {
    let start = ArticleAnchor(block: anchor.block, offset: offset ?? anchor.offset)
    lines.append(ArticleLine(anchor: start, kind: kind, parts: parts))
  }

  /// Begins a block whose lines aren't wrapped.
  /// - Parameters:
  ///   - indent: the columns between the edge of the block and its text.
  ///   - padding: the free columns at the right.
  ///   - isMirrored: whether the lines begin at the right.
  mutating func beginUnwrapped(
    _ content: UnwrappedBlock.Content, _ margins: Margins, indent: Int = 0, padding: Int = 0,
    isMirrored: Bool = false
  ) {
    let room = columns(within: margins) - indent - padding
    unwrappedBlocks.append(
      UnwrappedBlock(
        content, margins, textX: margins.left + indent,
        room: settings.canScroll ? room : UnwrappedBlock.unlimited, isMirrored: isMirrored,
        line: lines.count))
  }

  /// Adds a line to the last block whose lines aren't wrapped.
  mutating func addUnwrapped(_ parts: [ArticleLine.Part], columns: Int, at offset: Int? = nil) {
    let last = unwrappedBlocks.count - 1
    add(parts, kind: .unwrapped(last), at: offset)
    unwrappedBlocks[last].add(lineOf: columns, end: lines.count)
  }

  /// Adds a line without a position of its own. It belongs to the line before.
  mutating func addBlank(_ parts: [ArticleLine.Part] = []) {
    lines.append(ArticleLine(anchor: lines.last?.anchor ?? anchor, kind: .blank, parts: parts))
  }

  /// Adds the blank lines above a block. The heading of a section gets more.
  private mutating func addSpace(before block: ArticleBlock) {
    guard !lines.isEmpty else { return }
    if case .heading(let level, _) = block, level <= 2, lines.last?.anchor.block != -1 {
      addBlank()
    }
    addBlank()
  }
}

extension ArticleLayoutBuilder {
  /// The position of each link. A link without text is at the start.
  var linkSpans: [ArticleLayout.TextSpan] {
    var found = [ArticleLayout.TextSpan?](repeating: nil, count: links.count)
    // The number of marks of each text that begin in the lines so far. Marks and lines are in
    // order.
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
