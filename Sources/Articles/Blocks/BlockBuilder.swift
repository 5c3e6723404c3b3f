import Foundation
import LinkPreview
import Markup

/// Builds the blocks of an article from the kept parts of a page.
struct BlockBuilder {
  /// An open element with its content so far.
  struct Frame {
    var node: Int32
    var kind: Kind
    var inlines: [ArticleInline] = []
    var blocks: [ArticleBlock] = []
    var items: [[ArticleBlock]] = []
    var cells: [[ArticleInline]] = []
    /// The node of the last cell of a row, or -1.
    var lastCell: Int32 = -1
    /// The number of the next rows in which a cell from above takes a column, by column.
    var spans: [Int: Int] = [:]
    var header: [[ArticleInline]] = []
    var alignments = ColumnAlignments()
    var rows: [[[ArticleInline]]] = []
    var code: [UInt8] = []
    var caption: [ArticleInline] = []
    var isHeader = true
    /// The number of blocks after the last one became a list of loose items.
    var looseItems = 0
  }

  enum Kind {
    case root, list, item, quote, code, heading, table, row, cell, figure, caption, term,
      callout, calloutTitle
    case link, strong, emphasis, deleted, inlineCode, superscript, `subscript`

    var isInline: Bool {
      switch self {
      case .link, .strong, .emphasis, .deleted, .inlineCode, .superscript, .subscript: true
      default: false
      }
    }
  }

  let tree: ElementTree
  let page: Page
  let contexts: BlockContexts
  let footnotes: FootnoteLinks
  /// Whether captions stay without their pictures, because the article consists of captions.
  private(set) var captionsAreText = false
  var frames: [Frame] = [Frame(node: -1, kind: .root)]
  /// The innermost open element, or -1 for none. Nil if the open elements may not be those around a
  /// node.
  var entered: Int32?
  var lastIsSpace = true
  /// The run of the current paragraph. A different run begins another paragraph.
  var paragraph = Int.min

  /// The row of the layout table with the last formula, or -1.
  var formulaRow: Int32 = -1
  /// Whether the builder reads notes, and the nodes of the current note. Elements around those
  /// nodes don't count.
  var isInNotes = false
  var outside = 0..<0

  init(_ main: MainText, page: Page) {
    let tree = main.tree
    self.tree = tree
    footnotes = main.footnotes
    captionsAreText = main.captionsAreText
    self.page = page
    contexts = BlockContexts(tree)
  }

  /// Returns the blocks of the main text.
  static func blocks(of main: MainText, page: Page) -> [ArticleBlock] {
    var builder = BlockBuilder(main, page: page)
    builder.read(main)
    return builder.finish(with: notes(of: main, page: page))
  }

  private mutating func read(_ main: MainText) {
    let kept = main.runs.indices.filter { !main.runs[$0].isRemoved }
    guard let first = kept.first, let last = kept.last else { return }
    let start = Int(min(main.runs[first].start, Int32(main.start)))
    let end = max(Int(main.runs[last].end), main.pictureEnd)
    read(kept, in: start..<max(start, end), of: main)
  }

  /// - Parameter kept: the runs among the nodes that are in the article.
  mutating func read(_ kept: [Int], in nodes: Range<Int>, of main: MainText) {
    var next = 0
    var index = nodes.lowerBound
    var notes = isInNotes ? [] : footnotes.notes[...]
    while index < nodes.upperBound, !Task.isCancelled {
      if main.isDropped[index] {
        index = Int(tree.nodes[index].end)
        continue
      }
      while let note = notes.first, note.nodes.upperBound <= index { notes.removeFirst() }
      if let note = notes.first, note.nodes.contains(index) {
        index = note.nodes.upperBound
        continue
      }
      while next < kept.count, main.runs[kept[next]].end <= index { next += 1 }
      let isInRun = next < kept.count && main.runs[kept[next]].start <= index
      if let label = footnotes.references[index] {
        if isInRun { footnoteReference(label, at: index, in: kept[next]) }
        index = Int(tree.nodes[index].end)
        continue
      }
      if isInNotes && footnotes.backLinks.contains(index)
        || footnotes.repeatedNumbers.contains(index)
      {
        index = Int(tree.nodes[index].end)
        continue
      }
      let node = tree.nodes[index]
      if node.isText {
        if isInRun { text(index, in: kept[next]) }
      } else if node.element == .br {
        if isInRun { lineBreak(index, in: kept[next]) }
      } else if node.element == .img {
        if index >= main.start { picture(index, in: isInRun ? kept[next] : -1 - index) }
      } else if node.element == .video || node.element == .audio || node.element == .iframe {
        if index >= main.start { media(index) }
      } else if node.element == .input {
        task(
          index, before: next < kept.count ? main.runs[kept[next]] : nil,
          in: next < kept.count ? kept[next] : -1)
      } else if node.element == .hr, index > main.start {
        enter(index, paragraph: -1 - index)
        endParagraph()
        addBlock(.rule)
      }
      index += 1
    }
  }

  mutating func finish() -> [ArticleBlock] {
    endParagraph()
    while frames.count > 1 { closeFrame() }
    flush()
    return frames[0].blocks.withoutRepeatedPictures.withoutUselessRules
  }

  private mutating func finish(with notes: [ArticleBlock]) -> [ArticleBlock] {
    let blocks = finish()
    return notes.isEmpty ? blocks : blocks.withoutNotesHeading + notes
  }
}
