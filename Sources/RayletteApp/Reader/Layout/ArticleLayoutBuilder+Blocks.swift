import Articles
import Foundation
import LinkPreview
import Localization
import TerminalGrid

/// Lists, quotes, code and pictures.
extension ArticleLayoutBuilder {
  mutating func add(_ list: ArticleBlock.List, _ margins: Margins) {
    let numbers = list.items.indices.map { list.sign(at: $0) }
    let width =
      list.start == nil
      ? DisplayWidth.columns(of: symbols.bullet)
      : 1 + (numbers.compactMap(\.self).map { DisplayWidth.columns(of: $0) }.max() ?? 1)
    // Items of a line or two are easier to read without blank lines.
    let isTight = list.items.allSatisfy { $0.isShortItem }
    for (index, item) in list.items.enumerated() {
      if index > 0, !isTight { addBlank() }
      let number = numbers[index]
      let first = lines.count
      let isAtRight = isAtRight(item, isNumber: number != nil)
      let inner = indented(margins, by: width + 1, isAtRight: isAtRight)
      add(item, inner, isTight: isTight)
      if lines.count == first { add([]) }
      // A number has its dot between the digits and the text.
      let sign = number.map { isAtRight ? ".\($0)" : "\($0)." } ?? symbols.bullet
      mark(first, sign, .bullet, beside: inner, gap: 1, isAtRight: isAtRight)
    }
  }

  /// Adds notes with their labels.
  mutating func add(_ notes: [ArticleFootnote], _ margins: Margins) {
    let marks = notes.map { ArticleText(markOfNote: $0.label, links: &links) }
    let width = marks.map { DisplayWidth.columns(of: $0.text) }.max() ?? 0
    for (note, mark) in zip(notes, marks) {
      let first = lines.count
      let index = register(mark)
      let isAtRight = isAtRight(note.blocks, isNumber: true)
      let inner = indented(margins, by: min(width, Self.widestMark) + 1, isAtRight: isAtRight)
      add(note.blocks, inner)
      if lines.count == first { add([]) }
      let range = 0..<mark.text.utf8.count
      let x = isAtRight ? x(of: range, of: mark, end: columns - margins.right) : margins.left
      lines[first].parts.insert(.text(x: x, index, range), at: 0)
    }
  }

  /// Longer labels don't get a column of their own.
  private static let widestMark = 8

  mutating func addQuote(_ blocks: [ArticleBlock], _ margins: Margins) {
    addBarred(margins, .quote, isAtRight: isAtRight(blocks)) { builder, margins in
      builder.add(blocks, margins)
    }
  }

  /// Adds a callout: its title, a blank line only before blocks that need one, and a bar in its
  /// colour.
  mutating func add(_ callout: ArticleBlock.Callout, _ margins: Margins) {
    let tone = CalloutTone(kind: callout.kind)
    let isAtRight = isAtRight([.paragraph(callout.title)] + callout.blocks)
    addBarred(margins, .callout(tone), isAtRight: isAtRight) { builder, margins in
      builder.add(builder.text(.calloutTitle(tone), callout.titleLine), margins)
      builder.add(callout.blocks, margins)
    }
  }

  /// Adds blocks with a bar along their side.
  private mutating func addBarred(
    _ margins: Margins, _ decoration: ArticleLine.Decoration, isAtRight: Bool,
    _ add: (inout ArticleLayoutBuilder, Margins) -> Void
  ) {
    let first = lines.count
    let inner = indented(margins, by: 3, isAtRight: isAtRight)
    add(&self, inner)
    let gap = 2 - DisplayWidth.columns(of: symbols.quote)
    for line in first..<lines.count {
      mark(line, symbols.quote, decoration, beside: inner, gap: gap, isAtRight: isAtRight)
    }
  }

  /// Adds code, whose lines are never wrapped.
  mutating func add(code: String, language: String?, _ margins: Margins) {
    let text = resolved(
      ArticleText(code: code.withTabsExpanded, in: language.flatMap(CodeLanguage.init(named:))))
    let start = anchor.offset
    let index = register(text)
    beginUnwrapped(.code(language: language), margins, indent: 2, padding: 1)
    var offset = 0
    for line in text.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let end = offset + line.utf8.count
      addUnwrapped(
        [.text(x: margins.left + 2, index, offset..<end)],
        columns: DisplayWidth.columns(of: String(line)), at: start + offset)
      offset = end + 1
    }
  }

  /// Adds the rows for a picture, or its alternative text.
  mutating func add(_ picture: ArticlePicture, caption: [ArticleInline], _ margins: Margins) {
    let alternativeText = picture.alternativeText
    let width = columns(within: margins)
    let room = settings.pictureRooms[picture.url]
    let canBeShown =
      settings.pictureRows > 0 && room?.rows != 0 && LinkMetadata.Media(url: picture.url).mayBeDrawn
    if canBeShown {
      let size = GridSize(columns: width, rows: min(settings.pictureRows, max(4, width * 9 / 32)))
      let rows = room.flatMap { $0.columns == width ? min($0.rows, size.rows) : nil } ?? size.rows
      pictures.append(
        .init(picture: picture, line: lines.count, x: margins.left, size: size, rows: rows))
      for _ in 0..<rows { add([], kind: .picture(pictures.count - 1)) }
    } else if let alternativeText, !alternativeText.isEmpty {
      add(text(.caption, Symbols.label(symbols.picture, alternativeText)), margins)
    } else if caption.isEmpty {
      add(text(.caption, Symbols.label(symbols.picture, picture.label)), margins)
    }
    guard !caption.isEmpty else { return }
    let text = text(.caption, caption)
    // Many pages repeat the alternative text in the caption.
    if !canBeShown, text.text == alternativeText { return }
    add(text, margins)
  }
}

extension [ArticleBlock] {
  /// Whether the item has at most one paragraph.
  fileprivate var isShortItem: Bool {
    allSatisfy { block in
      switch block {
      case .paragraph(let content):
        count(where: { if case .paragraph = $0 { true } else { false } }) == 1
          && content.utf8Count < 160
      case .list(let list): list.items.allSatisfy(\.isShortItem)
      case .heading, .quote, .callout, .code, .table, .picture, .media, .formula, .rule, .footnotes:
        false
      }
    }
  }
}

extension [ArticleInline] {
  fileprivate var utf8Count: Int {
    reduce(0) { sum, inline in
      switch inline {
      case .text(let text), .code(let text): sum + text.utf8.count
      case .emphasis(let content), .strong(let content), .deleted(let content),
        .link(let content, _):
        sum + content.utf8Count
      case .formula(let formula): sum + formula.plainText.utf8.count
      case .task: sum + 4
      case .lineBreak: sum + 80
      case .footnoteReference(let label): sum + label.utf8.count + 2
      case .picture: sum
      }
    }
  }
}

extension String {
  /// The text with spaces in place of tabs, up to the next multiple of four columns.
  fileprivate var withTabsExpanded: String {
    guard utf8.contains(0x09) else { return self }
    var text = ""
    var column = 0
    for character in self {
      if character == "\t" {
        let spaces = 4 - column % 4
        text += String(repeating: " ", count: spaces)
        column += spaces
      } else {
        text.append(character)
        column = character.isNewline ? 0 : column + DisplayWidth.columns(of: String(character))
      }
    }
    return text
  }
}

extension ArticleLayoutBuilder {
  /// Adds a formula on lines of its own. Only a single line that's too long is wrapped. Formulas
  /// that plain characters can't show are shown as TeX, like code.
  mutating func add(_ formula: ArticleFormula, _ margins: Margins) {
    guard let rows = formula.displayLines else {
      add(code: formula.tex, language: nil, margins)
      return
    }
    let width = rows.reduce(0) { max($0, DisplayWidth.columns(of: $1)) }
    // A formula reads from left to right, whatever its letters are.
    let text = ArticleText(.body, rows.joined(separator: "\n"))
    var indented = margins
    indented.left += Self.formulaIndent
    if rows.count == 1, width > columns(within: indented) {
      indented.left = min(indented.left, max(margins.left, columns - Self.formulaIndent))
      add(text, indented, isAtRight: false)
      return
    }
    let start = anchor.offset
    let index = register(text)
    beginUnwrapped(.formula, indented)
    var offset = 0
    for row in rows {
      let end = offset + row.utf8.count
      addUnwrapped(
        [.text(x: indented.left, index, offset..<end)], columns: DisplayWidth.columns(of: row),
        at: start + offset)
      offset = end + 1
    }
  }

  private static let formulaIndent = 4
}

/// The columns that a block leaves free at its sides.
struct Margins: Equatable, Sendable {
  var left = 0
  var right = 0
}

/// Aligns text that reads from right to left.
extension ArticleLayoutBuilder {
  /// Whether a text begins at the right. In an article from right to left, that includes texts
  /// without letters of such a script, unless they're longer than a line.
  func isAtRight(_ text: ArticleText, lines: Int) -> Bool {
    guard settings.alignsByDirection else { return false }
    if text.direction == .rightToLeft { return true }
    return direction == .rightToLeft
      && lines <= text.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) + 1
  }

  /// Returns the first column of a line of text that ends at a column.
  func x(of range: Range<Int>, of text: ArticleText, end: Int) -> Int {
    end - DisplayWidth.columns(of: String(text.text(in: range)))
  }

  /// Whether the mark of blocks is at their right: the sign of an item, or the bar of a quote.
  /// - Parameter isNumber: whether the mark has digits. A terminal that reorders lines itself would
  ///   move them to the end of the text.
  func isAtRight(_ blocks: [ArticleBlock], isNumber: Bool = false) -> Bool {
    guard settings.alignsByDirection, !isNumber || settings.order != .logical else { return false }
    return direction == .rightToLeft || isMixed && blocks.firstDirection == .rightToLeft
  }

  /// Whether the first column of a table is at its right. Terminals that reorder lines themselves
  /// reorder the columns too.
  var tablesAreMirrored: Bool {
    settings.alignsByDirection && settings.order != .logical && direction == .rightToLeft
  }

  /// Returns the margins of the blocks beside a mark.
  func indented(_ margins: Margins, by columns: Int, isAtRight: Bool) -> Margins {
    var margins = margins
    if isAtRight {
      // Limits the indentation, because text can't go beyond the left edge of the column.
      let limit = self.columns - margins.left - Self.columnsMinimum
      margins.right = min(margins.right + columns, max(margins.right, limit))
    } else {
      margins.left += columns
    }
    return margins
  }

  /// Adds the mark of blocks to one of their lines, beside the text.
  /// - Parameter gap: the columns between the mark and the text.
  mutating func mark(
    _ line: Int, _ sign: String, _ decoration: ArticleLine.Decoration, beside margins: Margins,
    gap: Int, isAtRight: Bool
  ) {
    let x =
      isAtRight
      ? columns - margins.right + gap
      : margins.left - gap - DisplayWidth.columns(of: sign)
    lines[line].parts.insert(.decoration(x: x, sign, decoration), at: 0)
  }
}

extension ArticlePicture {
  /// The alternative text, or else the name of the picture's file.
  var label: String {
    if let alternativeText, !alternativeText.isEmpty { return alternativeText }
    let name = url.lastPathComponent
    return name.isEmpty || name == "/" ? localized("picture") : name
  }
}
