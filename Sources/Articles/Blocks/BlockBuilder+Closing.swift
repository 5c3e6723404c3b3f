import Foundation
import LinkPreview
import Markup

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
