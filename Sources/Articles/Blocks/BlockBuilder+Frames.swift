import Foundation
import LinkPreview
import Markup

extension BlockBuilder {
  /// Closes and opens elements until exactly those around a node are open.
  mutating func enter(_ index: Int, paragraph: Int) {
    if paragraph != self.paragraph {
      endParagraph()
      self.paragraph = paragraph
    }
    let context = contexts.nearest[index]
    if context == entered { return }
    var path = contexts.path(to: index)
    if isInNotes {
      path.removeAll { Int($0) <= outside.lowerBound && !outside.contains(Int($0)) }
    }
    var common = 0
    while common < path.count, common + 1 < frames.count, frames[common + 1].node == path[common] {
      common += 1
    }
    if frames.count > common + 1 {
      while frames.count > common + 1 { closeFrame() }
    }
    for node in path[common...] { open(node) }
    entered = isInNotes ? nil : context
  }

  private mutating func open(_ node: Int32) {
    let kind: Kind
    let hints = tree.nodes[Int(node)].hints
    switch tree.nodes[Int(node)].element {
    case _ where hints.contains(.callout): kind = .callout
    case _ where hints.contains(.calloutTitle): kind = .calloutTitle
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
    case .s, .strike: kind = .deleted
    case .sup: kind = .superscript
    case .sub: kind = .subscript
    default: kind = .inlineCode
    }
    if !kind.isInline { flush() }
    frames.append(Frame(node: node, kind: kind))
  }

  /// Ends the line: closes links and emphasis, and adds the line as a block.
  mutating func endParagraph() {
    while let last = frames.last, last.kind.isInline { closeFrame() }
    flush()
  }

  /// Adds the current line as a block.
  mutating func flush() {
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
      // Editors put the picture below a heading into the heading. A picture without a link is an
      // icon.
      for inline in trimmed {
        if case .link = inline, let picture = inline.onlyPicture {
          frames[top].blocks.append(.picture(picture, caption: []))
        }
      }
    case .term: frames[top].blocks.append(.paragraph([.strong(trimmed)]))
    case .caption, .calloutTitle:
      frames[top].caption += (frames[top].caption.isEmpty ? [] : [.lineBreak]) + trimmed
    default:
      if trimmed.allSatisfy({ $0.isPicture || $0.isBlank }) {
        for inline in trimmed {
          if let picture = inline.onlyPicture {
            frames[top].blocks.append(.picture(picture, caption: []))
          }
        }
      } else if let formula = trimmed.onlyFormula, frames[top].kind != .item,
        frames[top].kind != .cell
      {
        frames[top].addBlock(.formula(formula))
      } else {
        frames[top].blocks.append(.paragraph(trimmed))
      }
    }
  }

  mutating func addBlock(_ block: ArticleBlock) {
    if let top = frames.lastIndex(where: { !$0.kind.isInline }) { frames[top].blocks.append(block) }
  }
}

extension BlockBuilder {
  mutating func closeFrame() {
    entered = nil
    if frames.last?.kind.isInline == false { flush() }
    if let row = frames.last, row.kind == .row {
      appendEmptyCells(before: tree.nodes[Int(row.node)].end, toRow: frames.count - 1)
    }
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
    if frame.kind == .superscript || frame.kind == .subscript {
      return closeScript(frame, into: top)
    }
    if frame.inlines.isBlank, !frame.inlines.contains(where: \.isPicture) {
      frames[top].inlines += frame.inlines
      return
    }
    // Moves spaces at the ends of emphasis outside of it.
    let (before, content, after) = frame.inlines.joined.separatingSpace
    frames[top].inlines += before
    switch frame.kind {
    case .strong: frames[top].inlines.append(.strong(content))
    case .emphasis: frames[top].inlines.append(.emphasis(content))
    case .deleted: frames[top].inlines.append(.deleted(content))
    case .inlineCode where content.onlyFormula != nil: frames[top].inlines += content
    case .inlineCode: frames[top].inlines.append(.code(content.plainText))
    default:
      let address = tree.attributes(of: Int(frame.node))?.address.map { tree.string($0) }
      // Removes a heading's link to itself.
      let isSelf = address?.utf8.first == UInt8(ascii: "#") && frames[top].kind == .heading
      if !isSelf, !content.isBlank, let url = address.flatMap({ page.absolute($0) }) {
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
      frames[top].addBlock(.list(list(of: items, at: frame.node)))
    case .item:
      guard !frame.blocks.isEmpty else { return }
      if frames[top].kind == .list {
        let isNumbered = tree.nodes[Int(frames[top].node)].element == .ol
        let position = isNumbered ? frames[top].items.count + 1 : nil
        frames[top].items.append(frame.blocks.withNumberInLine(at: position))
      } else if tree.nodes[Int(frame.node)].hints.contains(.ingredient) {
        frames[top].addItem(frame.blocks)
      } else {
        frames[top].blocks += frame.blocks
      }
    case .quote:
      if let callout = frame.blocks.callout {
        frames[top].addBlock(.callout(callout))
      } else if !frame.blocks.isEmpty {
        frames[top].addBlock(.quote(frame.blocks))
      }
    case .callout: closeCallout(frame, into: top)
    case .calloutTitle: closeCalloutTitle(frame, into: top)
    case .code:
      let code = BlockText.code(frame.code)
      let language = CodeLanguageName.of(frame.node, in: tree)
      if language == "math", let tex = TeXSource.formula(code, keepsLines: true) {
        frames[top].addBlock(.formula(ArticleFormula(tex: tex)))
      } else if !code.isEmpty {
        let caption = tree.attributes(of: Int(frame.node))?.alternativeText
          .flatMap { PlainText.folded(tree.string($0), limit: CodeCaption.longest) }
        frames[top].addBlock(.code(code, language: language, caption: caption))
      }
    case .cell:
      let content = frame.blocks.inlined
      if frames[top].kind == .row {
        if tree.nodes[Int(frame.node)].element != .th { frames[top].isHeader = false }
        append(content, of: frame.node, toRow: top)
      } else if frames[top].kind == .table {
        // HTML allows cells without a row.
        let isHeader = tree.nodes[Int(frame.node)].element == .th
        if isHeader, frames[top].rows.isEmpty {
          frames[top].header.append(content)
        } else if !isHeader {
          let isFirst = frames[top].rows.isEmpty
          if isFirst { frames[top].rows.append([]) }
          frames[top].rows[frames[top].rows.count - 1].append(content)
        }
      } else if !content.isEmpty {
        frames[top].addBlock(.paragraph(content))
      }
    case .row:
      var frame = frame
      if frames[top].kind == .table { frames[top].endRow(&frame.cells) }
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
        frames[top].addBlock(
          .table(
            .init(
              header: frame.header, alignments: frame.alignments.alignments, rows: frame.rows)))
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
    let position = blocks.lastIndex { if case .picture = $0 { true } else { false } }
    if let position, case .picture(let picture, _) = blocks[position] {
      blocks[position] = .picture(picture, caption: frame.caption)
    } else if !frame.caption.isEmpty, !blocks.isEmpty || captionsAreText {
      // The picture is missing, because only a script would load it.
      blocks.append(.paragraph(frame.caption))
    }
    for block in blocks { frames[top].addBlock(block) }
  }

  private func list(of items: [[ArticleBlock]], at node: Int32) -> ArticleBlock.List {
    guard tree.nodes[Int(node)].element == .ol else { return ArticleBlock.List(items: items) }
    let values = tree.attributes(of: Int(node))
    let first = values?.numbering?.isReversed == true ? items.count : 1
    let start = values?.identifier.flatMap { Int(tree.string($0)) } ?? first
    return ArticleBlock.List(
      start: (0..<1_000_000_000).contains(start) ? start : first, numbering: values?.numbering,
      items: items)
  }
}

extension BlockBuilder.Frame {
  /// Adds a block to this element. In a list, the block becomes a part of the last item.
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

extension BlockBuilder {
  mutating func closeCallout(_ frame: Frame, into top: Int) {
    guard let kind = tree.callouts[frame.node] else { return }
    // Without content, the title is normal text.
    guard !frame.blocks.isEmpty else {
      if !frame.caption.isEmpty { frames[top].addBlock(.paragraph(frame.caption)) }
      return
    }
    let callout = ArticleBlock.Callout(kind: kind, title: frame.caption, blocks: frame.blocks)
    frames[top].addBlock(.callout(callout.withLabelAsTitle))
  }

  /// Adds the title of a callout, unless it only repeats the kind, which is shown anyway.
  mutating func closeCalloutTitle(_ frame: Frame, into top: Int) {
    let title = frame.caption + frame.blocks.inlined
    guard !title.isEmpty else { return }
    guard frames[top].kind == .callout else {
      frames[top].addBlock(.paragraph(title))
      return
    }
    let kind = tree.callouts[frames[top].node]
    if title.plainText.inLowerCase.filter(\.isLetter) != kind { frames[top].caption += title }
  }
}

extension [ArticleBlock] {
  /// Returns a callout for the blocks of a quote that begins with a mark in GitHub's syntax
  /// (`[!NOTE]`).
  var callout: ArticleBlock.Callout? {
    guard case .paragraph(var content) = first, case .text(let text) = content.first,
      text.hasPrefix("[!"), let end = text.firstIndex(of: "]")
    else { return nil }
    let kind = text[..<end].dropFirst(2)
    guard (1...20).contains(kind.utf8.count), kind.allSatisfy({ $0.isLetter || $0 == "-" }) else {
      return nil
    }
    var rest = text[text.index(after: end)...]
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    content[0] = .text(String(rest.drop { $0 == " " }))
    let lineEnd = content.firstIndex(of: .lineBreak) ?? content.endIndex
    let title = [ArticleInline](content[..<lineEnd]).trimmed
    let body = [ArticleInline](content[lineEnd...]).trimmed
    return ArticleBlock.Callout(
      kind: String(kind).inLowerCase, title: title.isBlank ? [] : title,
      blocks: (body.isBlank ? [] : [.paragraph(body)]) + dropFirst()
    ).withLabelAsTitle
  }
}

extension BlockBuilder {
  /// Returns the posts of a discussion, with a rule and a heading before each answer.
  static func blocks(of discussion: Discussion, in main: MainText, page: Page) -> [ArticleBlock] {
    var builder = BlockBuilder(main, page: page)
    var blocks: [ArticleBlock] = []
    var runs = main.runs.indices[...]
    for post in discussion.posts {
      let nodes = Int(post.text)..<Int(main.tree.nodes[Int(post.text)].end)
      runs = runs.drop { Int(main.runs[$0].start) < nodes.lowerBound }
      let kept = runs.prefix { Int(main.runs[$0].start) < nodes.upperBound }
      builder.frames = [Frame(node: -1, kind: .root)]
      builder.read(kept.filter { !main.runs[$0].isRemoved }, in: nodes, of: main)
      let content = builder.finish()
      guard !content.isEmpty else { continue }
      if !blocks.isEmpty { blocks += [.rule, .heading(level: 2, [.text(post.heading)])] }
      blocks += content
    }
    return blocks + notes(of: main, page: page)
  }
}

extension Discussion.Post {
  /// The author and the votes of an answer.
  fileprivate var heading: String {
    var parts = [author ?? (kind == .comment ? "Reply" : "Answer")]
    if let votes { parts.append(votes == 1 ? "1 vote" : "\(votes) votes") }
    if kind == .acceptedAnswer { parts.append("accepted") }
    return parts.joined(separator: ", ")
  }
}
