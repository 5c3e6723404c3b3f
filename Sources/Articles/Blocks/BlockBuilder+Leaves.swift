import Foundation
import LinkPreview
import Markup

extension BlockBuilder {
  mutating func text(_ index: Int, in paragraph: Int) {
    enter(index, paragraph: paragraph)
    let node = tree.nodes[index]
    if let formula = tree.formula(at: index) {
      add(formula, at: index, in: paragraph)
      return
    }
    let bytes = tree.text[Int(node.textStart)..<Int(node.textEnd)]
    let top = frames.count - 1
    if let code = frames.lastIndex(where: { $0.kind == .code }) {
      frames[code].code += bytes
      return
    }
    if let pieces = FormulaText.pieces(of: bytes, marks: tree.formulaMarks),
      !frames.contains(where: { $0.kind == .inlineCode })
    {
      add(pieces, at: index, in: paragraph)
      return
    }
    let text = joiningFormula(BlockText.folded(bytes, lastIsSpace: &lastIsSpace))
    guard !text.isEmpty else { return }
    frames[top].inlines.append(.text(text))
  }

  mutating func lineBreak(_ index: Int, in paragraph: Int) {
    enter(index, paragraph: paragraph)
    if let code = frames.lastIndex(where: { $0.kind == .code }) {
      frames[code].code.append(UInt8(ascii: "\n"))
      return
    }
    frames[frames.count - 1].inlines.append(.lineBreak)
    lastIsSpace = true
  }

  /// - Parameter run: the next line. If it's in the same list item, the checkbox belongs to it.
  mutating func task(_ index: Int, before run: TextRun?, in paragraph: Int) {
    var item = tree.nodes[index].parent
    for _ in 0..<4 where item > 0 && tree.nodes[Int(item)].element != .li {
      item = tree.nodes[Int(item)].parent
    }
    guard let run, item >= 0, run.start < tree.nodes[Int(item)].end else { return }
    enter(index, paragraph: paragraph)
    frames[frames.count - 1].inlines.append(
      .task(isDone: tree.nodes[index].hints.contains(.checked)))
    lastIsSpace = true
  }

  mutating func picture(_ index: Int, in paragraph: Int) {
    guard let values = tree.attributes(of: index), let address = values.address else { return }
    let alternativeText = values.alternativeText.map { tree.string($0) }
    guard !isIcon(values), let url = page.absolute(tree.string(address)), !isPortrait(index),
      let picture = ArticlePicture(url, alternativeText: alternativeText, link: link(around: index))
    else {
      // A picture at the end of a line belongs to the text before it.
      let before = tree.nodes[max(0, index - 1)]
      let line = before.isText && before.parent == tree.nodes[index].parent ? self.paragraph : -1
      if max(paragraph, line) >= 0, let sign = alternativeText.flatMap(ArticlePicture.sign) {
        add(sign, at: index, in: max(paragraph, line))
      }
      return
    }
    enter(index, paragraph: paragraph)
    guard !frames.contains(where: { $0.kind == .code }) else { return }
    frames[frames.count - 1].inlines.append(.picture(picture))
    lastIsSpace = false
  }

  /// Adds the character that a picture stands for, such as an emoji.
  private mutating func add(_ sign: String, at index: Int, in paragraph: Int) {
    enter(index, paragraph: paragraph)
    guard !frames.contains(where: { $0.kind == .code }) else { return }
    frames[frames.count - 1].inlines.append(.text(sign))
    lastIsSpace = false
  }

  /// Whether a picture is no higher than a line or two of text. A height of zero beside a width
  /// means that the height isn't set.
  private func isIcon(_ values: ElementTree.AttributeValues) -> Bool {
    if values.height == 0, values.width > Self.iconSize { return false }
    return (0...Self.iconSize).contains(values.width) || (0...Self.iconSize).contains(values.height)
  }

  private static let iconSize: Int32 = 40

  /// The address that a picture leads to, if it's in a link.
  private func link(around picture: Int) -> URL? {
    var node = Int(tree.nodes[picture].parent)
    for _ in 0..<3 where node > 0 {
      if tree.nodes[node].element == .a {
        return tree.attributes(of: node)?.address.flatMap { page.absolute(tree.string($0)) }
      }
      node = Int(tree.nodes[node].parent)
    }
    return nil
  }

  /// Whether a picture shows the author.
  private func isPortrait(_ picture: Int) -> Bool {
    var node = picture
    for _ in 0..<4 where node > 0 {
      let hints = tree.nodes[node].hints
      if hints.contains(.author), hints.isDisjoint(with: [.article, .body]) { return true }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }
}
