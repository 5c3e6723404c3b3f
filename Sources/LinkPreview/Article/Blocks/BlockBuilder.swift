import Foundation
import Markup

/// Makes the blocks of an article from what's kept of a page.
struct BlockBuilder {
  /// An element that's open, and what it has so far.
  struct Frame {
    var node: Int32
    var kind: Kind
    var inlines: [ArticleInline] = []
    var blocks: [ArticleBlock] = []
    var items: [[ArticleBlock]] = []
    var cells: [[ArticleInline]] = []
    var header: [[ArticleInline]] = []
    var rows: [[[ArticleInline]]] = []
    var code: [UInt8] = []
    var caption: [ArticleInline] = []
    var isHeader = true
  }

  enum Kind {
    case root, list, item, quote, code, heading, table, row, cell, figure, caption, term
    case link, strong, emphasis, inlineCode

    var isInline: Bool {
      switch self {
      case .link, .strong, .emphasis, .inlineCode: true
      default: false
      }
    }
  }

  let tree: ElementTree
  let page: Page
  let contexts: BlockContexts
  private(set) var frames: [Frame] = [Frame(node: -1, kind: .root)]
  var lastIsSpace = true
  /// What the current paragraph is made of, which tells where the next one begins.
  private var paragraph = Int.min

  init(_ tree: ElementTree, page: Page) {
    self.tree = tree
    self.page = page
    contexts = BlockContexts(tree)
  }

  /// The blocks of the main text.
  static func blocks(of main: MainText, page: Page) -> [ArticleBlock] {
    var builder = BlockBuilder(main.tree, page: page)
    builder.read(main)
    return builder.finish()
  }

  private mutating func read(_ main: MainText) {
    let kept = main.runs.indices.filter { !main.runs[$0].isRemoved }
    guard let first = kept.first, let last = kept.last else { return }
    var next = 0
    var index = Int(min(main.runs[first].start, Int32(main.start)))
    let end = max(Int(main.runs[last].end), main.pictureEnd)
    while index < end {
      if main.isDropped[index] {
        index = Int(tree.nodes[index].end)
        continue
      }
      while next < kept.count, main.runs[kept[next]].end <= index { next += 1 }
      let isInRun = next < kept.count && main.runs[kept[next]].start <= index
      let node = tree.nodes[index]
      if node.isText {
        if isInRun { text(index, in: kept[next]) }
      } else if node.element == .br {
        if isInRun { lineBreak(index, in: kept[next]) }
      } else if node.element == .img {
        if index >= main.start { picture(index, in: isInRun ? kept[next] : -1 - index) }
      } else if node.element == .hr, index > main.start {
        enter(index, paragraph: -1 - index)
        endParagraph()
        addBlock(.rule)
      }
      index += 1
    }
  }

  // MARK: - Leaves

  private mutating func text(_ index: Int, in paragraph: Int) {
    enter(index, paragraph: paragraph)
    let node = tree.nodes[index]
    let bytes = tree.text[Int(node.textStart)..<Int(node.textEnd)]
    let top = frames.count - 1
    if let code = frames.lastIndex(where: { $0.kind == .code }) {
      frames[code].code += bytes
      return
    }
    let text = BlockText.folded(bytes, lastIsSpace: &lastIsSpace)
    guard !text.isEmpty else { return }
    frames[top].inlines.append(.text(text))
  }

  private mutating func lineBreak(_ index: Int, in paragraph: Int) {
    enter(index, paragraph: paragraph)
    if let code = frames.lastIndex(where: { $0.kind == .code }) {
      frames[code].code.append(UInt8(ascii: "\n"))
      return
    }
    frames[frames.count - 1].inlines.append(.lineBreak)
    lastIsSpace = true
  }

  private mutating func picture(_ index: Int, in paragraph: Int) {
    guard let values = tree.attributes(of: index), let address = values.address,
      !(0...40).contains(values.width), !(0...40).contains(values.height),
      let url = page.absolute(tree.string(address))
    else { return }
    enter(index, paragraph: paragraph)
    guard !frames.contains(where: { $0.kind == .code }) else { return }
    let text = values.alternativeText.flatMap { PlainText.folded(tree.string($0)) }
    let picture = ArticlePicture(url: url, alternativeText: text)
    frames[frames.count - 1].inlines.append(.picture(picture))
    lastIsSpace = false
  }

  // MARK: - Frames

  /// Closes and opens elements until those around a node are open.
  private mutating func enter(_ index: Int, paragraph: Int) {
    if paragraph != self.paragraph {
      endParagraph()
      self.paragraph = paragraph
    }
    let path = contexts.path(to: index)
    var common = 0
    while common < path.count, common + 1 < frames.count, frames[common + 1].node == path[common] {
      common += 1
    }
    if frames.count > common + 1 {
      while frames.count > common + 1 { closeFrame() }
    }
    for node in path[common...] { open(node) }
  }

  private mutating func open(_ node: Int32) {
    let kind: Kind
    switch tree.nodes[Int(node)].element {
    case .ul, .ol, .menu, .dir: kind = .list
    case .li: kind = .item
    case .blockquote: kind = .quote
    case .pre, .listing, .xmp, .plaintext: kind = .code
    case .h1, .h2, .h3, .h4, .h5, .h6: kind = .heading
    case .table: kind = .table
    case .tr: kind = .row
    case .td, .th: kind = .cell
    case .figure: kind = .figure
    case .figcaption, .caption: kind = .caption
    case .dt: kind = .term
    case .a: kind = .link
    case .b, .strong: kind = .strong
    case .i, .em: kind = .emphasis
    default: kind = .inlineCode
    }
    if !kind.isInline { flush() }
    frames.append(Frame(node: node, kind: kind))
  }

  /// Ends the line: closes what's emphasized or linked, and makes a block of the line.
  private mutating func endParagraph() {
    while let last = frames.last, last.kind.isInline { closeFrame() }
    flush()
  }

  /// Makes a block of the current line.
  private mutating func flush() {
    let top = frames.count - 1
    lastIsSpace = true
    guard !frames[top].kind.isInline, !frames[top].inlines.isEmpty else { return }
    var line: [ArticleInline] = []
    swap(&line, &frames[top].inlines)
    let trimmed = line.joined.trimmed
    guard !trimmed.isEmpty else { return }
    switch frames[top].kind {
    case .heading:
      let element = tree.nodes[Int(frames[top].node)].element
      let text = trimmed.filter { !$0.isPicture }
      if !text.isBlank {
        frames[top].blocks.append(.heading(level: element.headingLevel, text.trimmed))
      }
    case .term: frames[top].blocks.append(.paragraph([.strong(trimmed)]))
    case .caption:
      frames[top].caption += (frames[top].caption.isEmpty ? [] : [.lineBreak]) + trimmed
    default:
      if trimmed.allSatisfy({ $0.isPicture || $0.isBlank }) {
        for inline in trimmed {
          if let picture = inline.onlyPicture {
            frames[top].blocks.append(.picture(picture, caption: []))
          }
        }
      } else {
        frames[top].blocks.append(.paragraph(trimmed))
      }
    }
  }

  private mutating func addBlock(_ block: ArticleBlock) {
    if let top = frames.lastIndex(where: { !$0.kind.isInline }) { frames[top].blocks.append(block) }
  }

  private mutating func closeFrame() {
    if frames.last?.kind.isInline == false { flush() }
    guard frames.count > 1, let frame = frames.popLast() else { return }
    let top = frames.count - 1
    if frame.kind.isInline {
      closeInline(frame, into: top)
    } else {
      closeBlock(frame, into: top)
    }
  }

  private mutating func closeInline(_ frame: Frame, into top: Int) {
    guard !frame.inlines.isEmpty else { return }
    if frame.inlines.isBlank, !frame.inlines.contains(where: \.isPicture) {
      frames[top].inlines += frame.inlines
      return
    }
    // Spaces at the ends of emphasis belong beside it.
    let (before, content, after) = frame.inlines.joined.separatingSpace
    frames[top].inlines += before
    switch frame.kind {
    case .strong: frames[top].inlines.append(.strong(content))
    case .emphasis: frames[top].inlines.append(.emphasis(content))
    case .inlineCode: frames[top].inlines.append(.code(content.plainText))
    default:
      let address = tree.attributes(of: Int(frame.node))?.address.map { tree.string($0) }
      if !content.isBlank, let url = address.flatMap({ page.absolute($0) }) {
        frames[top].inlines.append(.link(content, url))
      } else {
        frames[top].inlines += content
      }
    }
    frames[top].inlines += after
  }

  private mutating func closeBlock(_ frame: Frame, into top: Int) {
    switch frame.kind {
    case .list:
      guard !frame.items.isEmpty || !frame.blocks.isEmpty else { return }
      let items = frame.items + (frame.blocks.isEmpty ? [] : [frame.blocks])
      frames[top].addBlock(.list(.init(start: listStart(frame.node), items: items)))
    case .item:
      guard !frame.blocks.isEmpty else { return }
      if frames[top].kind == .list {
        frames[top].items.append(frame.blocks)
      } else {
        frames[top].blocks += frame.blocks
      }
    case .quote: if !frame.blocks.isEmpty { frames[top].addBlock(.quote(frame.blocks)) }
    case .code:
      let code = BlockText.code(frame.code)
      if !code.isEmpty {
        frames[top].addBlock(.code(code, language: CodeLanguage.of(frame.node, in: tree)))
      }
    case .cell:
      let content = frame.blocks.inlined
      if frames[top].kind == .row {
        if tree.nodes[Int(frame.node)].element != .th { frames[top].isHeader = false }
        frames[top].cells.append(content)
      } else if !content.isEmpty {
        frames[top].addBlock(.paragraph(content))
      }
    case .row:
      guard frame.cells.contains(where: { !$0.isEmpty }) else { return }
      if frames[top].kind != .table {
        for cell in frame.cells where !cell.isEmpty { frames[top].addBlock(.paragraph(cell)) }
      } else if frame.isHeader, frames[top].rows.isEmpty, frames[top].header.isEmpty {
        frames[top].header = frame.cells
      } else {
        frames[top].rows.append(frame.cells)
      }
    case .table:
      if !frame.caption.isEmpty { frames[top].addBlock(.paragraph(frame.caption)) }
      for block in frame.blocks { frames[top].addBlock(block) }
      if !frame.rows.isEmpty || !frame.header.isEmpty {
        frames[top].addBlock(.table(.init(header: frame.header, rows: frame.rows)))
      }
    case .caption:
      if frames[top].kind == .figure || frames[top].kind == .table {
        frames[top].caption += frame.caption
      } else if !frame.caption.isEmpty {
        frames[top].addBlock(.paragraph(frame.caption))
      }
    case .figure: closeFigure(frame, into: top)
    default: for block in frame.blocks { frames[top].addBlock(block) }
    }
  }

  private mutating func closeFigure(_ frame: Frame, into top: Int) {
    var blocks = frame.blocks
    let place = blocks.lastIndex { if case .picture = $0 { true } else { false } }
    if let place, case .picture(let picture, _) = blocks[place] {
      blocks[place] = .picture(picture, caption: frame.caption)
    } else if !frame.caption.isEmpty {
      blocks.append(.paragraph(frame.caption))
    }
    for block in blocks { frames[top].addBlock(block) }
  }

  private func listStart(_ node: Int32) -> Int? {
    guard tree.nodes[Int(node)].element == .ol else { return nil }
    let start = tree.attributes(of: Int(node))?.identifier.flatMap { Int(tree.string($0)) } ?? 1
    return (0..<1_000_000_000).contains(start) ? start : 1
  }

  private mutating func finish() -> [ArticleBlock] {
    endParagraph()
    while frames.count > 1 { closeFrame() }
    flush()
    return frames[0].blocks.withoutUselessRules
  }
}

extension BlockBuilder.Frame {
  /// Adds a block to what may hold one. A row's and a list's become a cell and an item.
  mutating func addBlock(_ block: ArticleBlock) {
    if kind == .list {
      if items.isEmpty { items.append([block]) } else { items[items.count - 1].append(block) }
    } else {
      blocks.append(block)
    }
  }
}

extension ElementName {
  var headingLevel: Int {
    switch self {
    case .h1: 1
    case .h2: 2
    case .h3: 3
    case .h4: 4
    case .h5: 5
    default: 6
    }
  }
}
