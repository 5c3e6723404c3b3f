import LinkPreview
import Markup

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
