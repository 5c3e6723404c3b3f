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

extension BlockBuilder {
  /// Adds a formula to the line. A formula on lines of its own ends the line first.
  mutating func add(
    _ formula: (tex: String, isDisplay: Bool), at index: Int, in paragraph: Int
  ) {
    let isInLine = frames.contains { frame in
      switch frame.kind {
      case .heading, .cell, .caption, .term: true
      default: false
      }
    }
    guard formula.isDisplay, !isInLine else {
      frames[frames.count - 1].inlines.append(.formula(ArticleFormula(tex: formula.tex)))
      lastIsSpace = false
      return
    }
    endParagraph()
    let top = frames.count - 1
    let row = layoutRow(around: index)
    if row >= 0, row == formulaRow, case .formula(let start)? = frames[top].blocks.last {
      // The sides of an equation may be in separate cells.
      let tex = start.tex + " " + formula.tex
      frames[top].blocks[frames[top].blocks.count - 1] = .formula(ArticleFormula(tex: tex))
    } else {
      frames[top].addBlock(.formula(ArticleFormula(tex: formula.tex)))
    }
    formulaRow = row
  }

  /// The row around a node in a table that only lays out its content.
  private func layoutRow(around index: Int) -> Int32 {
    var node = tree.nodes[index].parent
    for _ in 0..<5 where node >= 0 {
      if tree.nodes[Int(node)].element == .tr { return node }
      node = tree.nodes[Int(node)].parent
    }
    return -1
  }

  /// Moves punctuation at the beginning of a text into the formula above, and returns the remaining
  /// text. Otherwise the full stop after `$$x$$.` would begin a paragraph.
  mutating func joiningFormula(_ text: String) -> String {
    let top = frames.count - 1
    guard let mark = text.first, ".,;:".contains(mark), frames[top].inlines.isEmpty,
      case .formula(let formula)? = frames[top].blocks.last
    else { return text }
    let rest = text.dropFirst()
    guard rest.isEmpty || rest.first == " " else { return text }
    frames[top].blocks[frames[top].blocks.count - 1] = .formula(
      ArticleFormula(tex: formula.tex + String(mark)))
    return String(rest.drop { $0 == " " })
  }

  /// Adds a text that contains formulas.
  mutating func add(_ pieces: [FormulaText.Piece], at index: Int, in paragraph: Int) {
    for piece in pieces {
      // The previous piece may have ended the line.
      enter(index, paragraph: paragraph)
      switch piece {
      case .text(let bytes):
        let text = joiningFormula(BlockText.folded(bytes, lastIsSpace: &lastIsSpace))
        if !text.isEmpty { frames[frames.count - 1].inlines.append(.text(text)) }
      case .formula(let tex, let isDisplay):
        add((tex, isDisplay), at: index, in: paragraph)
      }
    }
  }
}

extension [ArticleInline] {
  /// The formula, if the content is a formula alone.
  var onlyFormula: ArticleFormula? {
    guard count == 1, case .formula(let formula) = self[0] else { return nil }
    return formula
  }
}

extension BlockBuilder {
  /// Adds a video or audio, if its address is known.
  mutating func media(_ index: Int) {
    guard let values = tree.attributes(of: index),
      let url = values.address.flatMap({ page.absolute(tree.string($0)) })
    else { return }
    let kind: ArticleMedia.Kind
    let address: URL
    if tree.nodes[index].element == .iframe {
      guard let player = PlayerAddress.page(of: url) else { return }
      (kind, address) = player
    } else {
      kind = tree.nodes[index].element == .audio ? .audio : .video
      address = url
    }
    let title = values.alternativeText.flatMap { PlayerAddress.title(tree.string($0)) }
    enter(index, paragraph: -1 - index)
    endParagraph()
    addBlock(.media(ArticleMedia(kind: kind, url: address, title: title)))
  }
}

extension BlockBuilder.Frame {
  /// Adds an ingredient to the list at the end of the blocks if it's a list of ingredients, or else
  /// to a new list.
  mutating func addItem(_ item: [ArticleBlock]) {
    if looseItems == blocks.count, case .list(var list) = blocks.last {
      list.items.append(item)
      blocks[blocks.count - 1] = .list(list)
    } else {
      blocks.append(.list(ArticleBlock.List(items: [item])))
      looseItems = blocks.count
    }
  }
}

extension [ArticleBlock] {
  /// Joins a number, such as an amount, with the text below it in one line. Removes a number that
  /// repeats the list's own.
  func withNumberInLine(at position: Int?) -> [ArticleBlock] {
    guard count == 2, case .paragraph(let number) = self[0], case .paragraph(let text) = self[1],
      number.plainText.isAmount
    else { return self }
    if let position, Int(number.plainText.filter(\.isNumber)) == position { return [self[1]] }
    return [.paragraph((number + [.text(" ")] + text).joined)]
  }
}

extension String {
  fileprivate var isAmount: Bool {
    utf8.count <= 8 && contains(where: \.isNumber)
      && allSatisfy { $0.isNumber || "/.,–- ⁄".contains($0) }
  }
}

extension BlockBuilder {
  /// Adds the reference to a note, in place of the page's link.
  mutating func footnoteReference(_ label: String, at index: Int, in paragraph: Int) {
    enter(max(0, Int(tree.nodes[index].parent)), paragraph: paragraph)
    guard !frames.contains(where: { $0.kind == .code }) else { return }
    frames[frames.count - 1].inlines.append(.footnoteReference(label: label))
    lastIsSpace = false
  }

  /// Returns the notes that the article refers to, or nothing if there are none.
  static func notes(of main: MainText, page: Page) -> [ArticleBlock] {
    guard !main.footnotes.notes.isEmpty else { return [] }
    var builder = BlockBuilder(main, page: page)
    builder.isInNotes = true
    var notes: [ArticleFootnote] = []
    for note in main.footnotes.notes where !Task.isCancelled {
      var kept: [Int] = []
      for run in main.firstRun(after: note.nodes.lowerBound)..<main.runs.count {
        if Int(main.runs[run].start) >= note.nodes.upperBound { break }
        if !main.runs[run].isRemoved { kept.append(run) }
      }
      builder.frames = [Frame(node: -1, kind: .root)]
      builder.outside = note.nodes
      builder.paragraph = Int.min
      builder.read(kept, in: note.nodes, of: main)
      let blocks = builder.finish().withoutLabel(note.label)
      if !blocks.isEmpty { notes.append(ArticleFootnote(label: note.label, blocks: blocks)) }
    }
    return notes.isEmpty ? [] : [.footnotes(notes)]
  }
}

extension [ArticleBlock] {
  /// The blocks without the number at the start of the note.
  fileprivate func withoutLabel(_ label: String) -> [ArticleBlock] {
    guard case .paragraph(let line) = first else { return self }
    let rest = line.withoutLabel(label)
    return (rest.isBlank ? [] : [.paragraph(rest)]) + dropFirst()
  }

  /// The blocks without the heading and the rule above the notes, because notes are shown
  /// separately anyway.
  var withoutNotesHeading: [ArticleBlock] {
    var blocks = self
    if let last = blocks.indices.last(where: { blocks.isNotesHeading($0) }) {
      blocks.remove(at: last)
    }
    if blocks.last == .rule { blocks.removeLast() }
    return blocks
  }

  /// Whether a block is the heading of notes, with nothing after it.
  private func isNotesHeading(_ index: Int) -> Bool {
    switch self[index] {
    case .heading(let level, let title):
      guard NotesTitle.isOne(title.plainText) else { return false }
      guard index + 1 < count else { return true }
      if case .heading(let next, _) = self[index + 1] { return next <= level }
      return false
    case .paragraph(let title): return index + 1 == count && NotesTitle.isOne(title.plainText)
    default: return false
    }
  }
}

extension [ArticleInline] {
  fileprivate func withoutLabel(_ label: String) -> [ArticleInline] {
    var line = self
    let marks = Set("[](){}.:^*†‡ \u{A0}")
    let raised = FormulaScripts.superscript(label)
    while let first = line.first {
      let text = first.plainText
      let core = String(text.filter { !marks.contains($0) })
      if core.isEmpty || core == label || core == raised {
        guard first.onlyPicture == nil, [first].onlyFormula == nil else { break }
        line.removeFirst()
        if !core.isEmpty { return line.withoutMark }
      } else if case .text(let text) = first {
        // The number and the text are in one node.
        let start = text.drop { marks.contains($0) }
        for number in [label, raised ?? label] where !number.isEmpty && start.hasPrefix(number) {
          let rest = start.dropFirst(number.count)
          if let next = rest.first, marks.contains(next) {
            line[0] = .text(String(rest))
            return line.withoutMark
          }
        }
        break
      } else {
        break
      }
    }
    // The note had no number.
    return isBlank ? [] : trimmed.withoutBracket
  }

  /// The content without the bracket or dot after a number.
  private var withoutMark: [ArticleInline] {
    var line = self
    if case .text(let text) = line.first {
      line[0] = .text(String(text.drop { "]).: \u{A0}".contains($0) }))
    }
    return line.trimmed
  }

  /// The content without the bracket around a link back.
  private var withoutBracket: [ArticleInline] {
    if case .text(let text) = first, text.hasPrefix("[]") || text.hasPrefix("]") {
      return [.text(String(text.drop { "[]. ".contains($0) }))] + dropFirst()
    }
    return self
  }
}
