import LinkPreview
import TerminalGrid

/// Lists, quotes, code and pictures.
extension ArticleLayoutBuilder {
  mutating func add(_ list: ArticleBlock.List, x: Int) {
    let last = (list.start ?? 0) + list.items.count - 1
    let width =
      list.start == nil
      ? DisplayWidth.columns(of: symbols.bullet)
      : max("\(last)".count, "\(list.start ?? 0)".count) + 1
    // Items of a line or two are easier to read without blank lines.
    let isTight = list.items.allSatisfy { $0.isShortItem }
    for (index, item) in list.items.enumerated() {
      if index > 0, !isTight { addBlank() }
      let number = list.start.map { "\($0 + index)." }
      let sign = number ?? symbols.bullet
      let first = lines.count
      add(item, x: x + width + 1, isTight: isTight)
      if lines.count == first { add([]) }
      let signX = x + width - DisplayWidth.columns(of: sign)
      lines[first].parts.insert(.decoration(x: signX, sign, .bullet), at: 0)
    }
  }

  /// Adds notes with their marks at the left.
  mutating func add(_ notes: [ArticleFootnote], x: Int) {
    let marks = notes.map { ArticleText(markOfNote: $0.label, links: &links) }
    let width = marks.map { DisplayWidth.columns(of: $0.text) }.max() ?? 0
    for (note, mark) in zip(notes, marks) {
      let first = lines.count
      let index = register(mark)
      add(note.blocks, x: x + min(width, Self.widestMark) + 1)
      if lines.count == first { add([]) }
      lines[first].parts.insert(.text(x: x, index, 0..<mark.text.utf8.count), at: 0)
    }
  }

  /// Longer marks have no column of their own.
  private static let widestMark = 8

  mutating func addQuote(_ blocks: [ArticleBlock], x: Int) {
    let first = lines.count
    add(blocks, x: x + 3)
    decorate(from: first, x: x + 1, symbols.quote, .quote)
  }

  /// Adds a callout: its title, a blank line only before blocks that need one, and a bar in its
  /// colour.
  mutating func add(_ callout: ArticleBlock.Callout, x: Int) {
    let first = lines.count
    let tone = CalloutTone(kind: callout.kind)
    add(text(.calloutTitle(tone), callout.titleLine), x: x + 3)
    add(callout.blocks, x: x + 3)
    decorate(from: first, x: x + 1, symbols.quote, .callout(tone))
  }

  /// Adds code, whose lines are never wrapped.
  mutating func add(code: String, language: String?, x: Int) {
    let text = ArticleText(
      code: code.withTabsExpanded, in: language.flatMap(CodeLanguage.init(named:)))
    let start = anchor.offset
    let index = register(text)
    beginUnwrapped(.code(language: language), x: x, indent: 2, margin: 1)
    var offset = 0
    for line in text.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let end = offset + line.utf8.count
      addUnwrapped(
        [.text(x: x + 2, index, offset..<end)], columns: DisplayWidth.columns(of: String(line)),
        at: start + offset)
      offset = end + 1
    }
  }

  /// Adds the place of a picture, or what it shows in words.
  mutating func add(_ picture: ArticlePicture, caption: [ArticleInline], x: Int) {
    let words = picture.alternativeText
    let width = columns(from: x)
    let room = settings.pictureRooms[picture.url]
    let canBeShown =
      settings.pictureRows > 0 && room?.rows != 0 && LinkMetadata.Media(url: picture.url).mayBeDrawn
    if canBeShown {
      let size = Size(columns: width, rows: min(settings.pictureRows, max(4, width * 9 / 32)))
      let rows = room.flatMap { $0.columns == width ? min($0.rows, size.rows) : nil } ?? size.rows
      pictures.append(.init(picture: picture, line: lines.count, x: x, size: size, rows: rows))
      for _ in 0..<rows { add([], kind: .picture(pictures.count - 1)) }
    } else if let words, !words.isEmpty {
      add(ArticleText(.caption, Symbols.label(symbols.picture, words)), x: x)
    } else if caption.isEmpty {
      add(ArticleText(.caption, Symbols.label(symbols.picture, picture.words)), x: x)
    }
    guard !caption.isEmpty else { return }
    let text = text(.caption, caption)
    // Many pages say the same in both.
    if !canBeShown, text.text == words { return }
    add(text, x: x)
  }
}

extension [ArticleBlock] {
  /// Whether it's an item without several paragraphs.
  fileprivate var isShortItem: Bool {
    allSatisfy { block in
      switch block {
      case .paragraph(let content):
        count(where: { if case .paragraph = $0 { true } else { false } }) == 1
          && content.utf8Count < 160
      case .list(let list): list.items.allSatisfy(\.isShortItem)
      default: false
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
  /// With spaces for tabs, up to the next column that's a multiple of four.
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
