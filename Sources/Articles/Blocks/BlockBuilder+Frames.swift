import Foundation
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
