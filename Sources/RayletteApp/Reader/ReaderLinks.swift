import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Letters at the links on screen. Typing them selects a link.
struct LinkHints: Equatable, Sendable {
  /// The labels of the links, all of the same length.
  let labels: [Int: String]
  var typed = ""

  /// The letters, easiest to type first.
  private static let letters = Array("asdfjklghewioruvncmptyzxbq")

  init?(_ links: [Int]) {
    guard !links.isEmpty else { return nil }
    let count = Self.letters.count
    labels = Dictionary(
      uniqueKeysWithValues: links.prefix(count * count).enumerated().map { index, link in
        let last = String(Self.letters[index % count])
        return (link, links.count <= count ? last : String(Self.letters[index / count]) + last)
      })
  }

  /// The result of a typed key.
  enum Typed: Equatable {
    case link(Int)
    /// More letters are needed.
    case hints(LinkHints)
    case nothing
  }

  func typing(_ key: Key) -> Typed {
    guard case .character(let character) = key else { return .nothing }
    var hints = self
    hints.typed += character.lowercased()
    let remaining = hints.remaining
    if let (link, label) = remaining.first, remaining.count == 1, label == hints.typed {
      return .link(link)
    }
    return remaining.isEmpty ? .nothing : .hints(hints)
  }

  /// The links whose labels begin with the typed letters.
  var remaining: [Int: String] { labels.filter { $0.value.hasPrefix(typed) } }
}

extension ArticleLayout {
  /// Returns the links in some lines, in order.
  func links(in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    // The cells of a table row appear line by line, so a link may occur in several lines.
    var known: Set<Int> = []
    for line in lines[range.clamped(to: lines.indices)] {
      for case .text(_, let text, let part) in line.parts {
        for mark in texts[text].marks(in: part) {
          if let link = mark.style.link, known.insert(link).inserted { found.append(link) }
        }
      }
    }
    return found
  }
}

extension ReaderState {
  private func linksOnScreen(in surroundings: Surroundings) -> [Int] {
    page?.layout?.links(in: linesOnScreen(in: surroundings)) ?? []
  }

  private static var noLinks: String { localized("There are no links on this page.") }

  /// Selects the next link, starting with the links on screen.
  mutating func selectLink(_ step: Int, in context: inout UpdateContext) {
    guard let page, let layout = page.layout, !layout.links.isEmpty else {
      return context.inform(Self.noLinks)
    }
    let visible = linksOnScreen(in: context.surroundings)
    var next = step > 0 ? visible.first : visible.last
    if let link = page.link { next = link + step }
    // Without a link on screen, selects the next one below.
    let after = layout.linkSpans.firstIndex { $0.line >= page.top }
    let target = next ?? (step > 0 ? after ?? 0 : layout.links.count - 1)
    select(link: (target + layout.links.count) % layout.links.count, in: context.surroundings)
  }

  mutating func select(link: Int, in surroundings: Surroundings) {
    guard let spans = page?.layout?.linkSpans, spans.indices.contains(link) else { return }
    page?.link = link
    reveal(spans[link], in: surroundings)
  }

  // MARK: - Notes

  /// Goes from a reference to its note, or from a note back to the reference that led there.
  mutating func followNote(_ target: ArticleLink.Target, in context: inout UpdateContext) {
    let surroundings = context.surroundings
    guard let page, let layout = page.layout else { return }
    switch target {
    case .page: return
    case .note(let label):
      guard let note = layout.links.firstIndex(where: { $0.target == .noteMark(label) }) else {
        return context.inform(localized("This page has no note \(label)."))
      }
      select(link: note, in: surroundings)
      self.page?.noteOrigin = page.link.map { .init(link: $0, anchor: page.anchor) }
    case .noteMark(let label):
      let marks = layout.links.indices.filter { layout.links[$0].target == .note(label) }
      if let origin = page.noteOrigin, marks.contains(origin.link) {
        scroll(to: layout.line(at: origin.anchor), in: surroundings)
        select(link: origin.link, in: surroundings)
      } else if let mark = marks.first {
        select(link: mark, in: surroundings)
      } else {
        context.inform(localized("Nothing in the text refers to note \(label)."))
      }
      self.page?.noteOrigin = nil
    }
  }

  // MARK: - Hints

  /// Shows letters at the links on screen, for selecting a link. Letters can't be heard, so screen
  /// readers get a list.
  func pickLink(in context: inout UpdateContext) {
    if context.surroundings.appearance.isAccessible { return chooseLink(in: &context) }
    guard let hints = LinkHints(linksOnScreen(in: context.surroundings)) else {
      return context.inform(localized("There are no links on this screen."))
    }
    context.open(.hints(hints))
  }

  // MARK: - Lists

  func chooseHeading(in context: inout UpdateContext) {
    guard let layout = page?.layout else { return }
    guard !layout.headings.isEmpty else {
      return context.inform(localized("This page has no headings."))
    }
    let top = layout.headings.map(\.level).min() ?? 1
    let entries = layout.headings.map { heading in
      Chooser.Entry(
        label: String(repeating: "  ", count: heading.level - top) + heading.text, details: [],
        choice: .heading(heading.anchor))
    }
    var chooser = Chooser(.contents, entries: entries, at: context.surroundings.now)
    let anchor = page?.anchor ?? .start
    chooser.select((layout.headings.lastIndex { $0.anchor <= anchor }) ?? 0)
    context.open(.chooser(chooser))
  }

  func chooseLink(in context: inout UpdateContext) {
    guard let layout = page?.layout else { return }
    guard layout.links.contains(where: { $0.url != nil }) else {
      return context.inform(Self.noLinks)
    }
    let entries = layout.links.enumerated().compactMap { index, link -> Chooser.Entry? in
      guard let url = link.url else { return nil }
      let text = link.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return Chooser.Entry(
        label: text.isEmpty ? url.displayHost : text, details: [url.displayHost],
        terms: url.absoluteString, choice: .link(index))
    }
    var chooser = Chooser(.links, entries: entries, at: context.surroundings.now)
    let selected = page?.link ?? linksOnScreen(in: context.surroundings).first
    chooser.select(entries.firstIndex { $0.choice == selected.map(Chooser.Choice.link) } ?? 0)
    context.open(.chooser(chooser))
  }

  // MARK: - Mouse

  /// Selects the clicked link. A double click reads its page.
  mutating func press(x: Int, y: Int, count: Int, in context: inout UpdateContext) {
    guard let page, let layout = page.layout else { return }
    let column = screenLayout(in: context.surroundings).column
    let line = layout.line(atRow: y - column.y, top: page.top)
    guard column.contains(x: x, y: y), layout.lines.indices.contains(line),
      let link = layout.link(inLine: line, atX: x - column.x, sideways: page.sideways)
    else {
      self.page?.link = nil
      return
    }
    self.page?.link = link
    if count == 2 { followLink(in: &context) }
  }
}

extension ArticleLayout {
  /// Returns the link at a column of a line.
  fileprivate func link(inLine line: Int, atX column: Int, sideways: Int) -> Int? {
    let block = unwrappedBlock(of: lines[line])
    if let block, !(block.textX..<block.textX + block.room).contains(column) { return nil }
    let target = column + (block?.shift(sideways) ?? 0)
    for case .text(let x, let text, let part) in lines[line].parts {
      for mark in texts[text].marks(in: part) {
        guard let link = mark.style.link else { continue }
        let columns = columns(of: mark.range, inText: text, part: part, x: x)
        if columns.contains(where: { $0.contains(target) }) { return link }
      }
    }
    return nil
  }
}
