import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// Letters at the links on screen. Typing them selects a link.
public struct LinkHints: Equatable, Sendable {
  /// The labels of the links, all of the same length.
  let labels: [Int: String]
  var typed = ""

  /// The letters that are the easiest to type.
  private static let letters = Array("asdfjklghewioruvncmptyzxbq")

  init?(_ links: [Int]) {
    guard !links.isEmpty else { return nil }
    let count = Self.letters.count
    labels = Dictionary(
      uniqueKeysWithValues: links.prefix(count * count).enumerated().map { place, link in
        let last = String(Self.letters[place % count])
        return (link, links.count <= count ? last : String(Self.letters[place / count]) + last)
      })
  }

  /// The links whose labels begin with what's typed.
  var remaining: [Int: String] { labels.filter { $0.value.hasPrefix(typed) } }
}

extension ArticleLayout {
  /// Returns the links in some lines, in order.
  func links(in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    // The cells of a table's row take turns.
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

extension AppState {
  private var linksOnScreen: [Int] {
    page?.layout?.links(in: linesOnScreen) ?? []
  }

  /// Selects the next link, beginning with those on screen.
  mutating func selectLink(_ step: Int) {
    guard let page, let layout = page.layout, !layout.links.isEmpty else {
      notice = .information("There are no links on this page.")
      return
    }
    let visible = linksOnScreen
    var next = step > 0 ? visible.first : visible.last
    if let link = page.link { next = link + step }
    // With none on screen, goes on to the next one.
    let after = layout.linkPlaces.firstIndex { $0.line >= page.top }
    let target = next ?? (step > 0 ? after ?? 0 : layout.links.count - 1)
    select(link: (target + layout.links.count) % layout.links.count)
  }

  mutating func select(link: Int) {
    guard let places = page?.layout?.linkPlaces, places.indices.contains(link) else { return }
    page?.link = link
    reveal(places[link])
  }

  // MARK: - Notes

  /// Goes from a mark to its note, or from a note back to the mark that led there.
  mutating func followNote(_ target: ArticleLink.Target) {
    guard let page, let layout = page.layout else { return }
    switch target {
    case .page: return
    case .note(let label):
      guard let note = layout.links.firstIndex(where: { $0.target == .noteMark(label) }) else {
        notice = .information("This page has no note \(label).")
        return
      }
      select(link: note)
      self.page?.noteOrigin = page.link.map { .init(link: $0, anchor: page.anchor) }
    case .noteMark(let label):
      let marks = layout.links.indices.filter { layout.links[$0].target == .note(label) }
      if let origin = page.noteOrigin, marks.contains(origin.link) {
        scrollReader(to: layout.line(at: origin.anchor))
        select(link: origin.link)
      } else if let mark = marks.first {
        select(link: mark)
      } else {
        notice = .information("Nothing in the text refers to note \(label).")
      }
      self.page?.noteOrigin = nil
    }
  }

  // MARK: - Hints

  mutating func showHints() {
    guard let hints = LinkHints(linksOnScreen) else {
      notice = .information("There are no links on this screen.")
      return
    }
    modals.open(.hints(hints))
  }

  /// Handles a key while hints are shown.
  mutating func typeHint(_ key: Key, in hints: LinkHints) {
    modals.close()
    var hints = hints
    guard case .character(let character) = key else { return }
    hints.typed += character.lowercased()
    let remaining = hints.remaining
    if let (link, label) = remaining.first, remaining.count == 1, label == hints.typed {
      select(link: link)
    } else if !remaining.isEmpty {
      modals.open(.hints(hints))
    }
  }

  // MARK: - Lists

  mutating func chooseHeading() {
    guard let layout = page?.layout else { return }
    guard !layout.headings.isEmpty else {
      notice = .information("This page has no headings.")
      return
    }
    let top = layout.headings.map(\.level).min() ?? 1
    let entries = layout.headings.map { heading in
      Chooser.Entry(
        label: String(repeating: "  ", count: heading.level - top) + heading.text, details: [],
        choice: .place(heading.anchor))
    }
    var chooser = Chooser(.contents, entries: entries, at: self.now)
    let anchor = page?.anchor ?? .start
    chooser.select((layout.headings.lastIndex { $0.anchor <= anchor }) ?? 0)
    modals.open(.chooser(chooser))
  }

  mutating func chooseLink() {
    guard let layout = page?.layout else { return }
    guard layout.links.contains(where: { $0.url != nil }) else {
      notice = .information("There are no links on this page.")
      return
    }
    let entries = layout.links.enumerated().compactMap { index, link -> Chooser.Entry? in
      guard let url = link.url else { return nil }
      let text = link.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return Chooser.Entry(
        label: text.isEmpty ? url.displayHost : text, details: [url.displayHost],
        terms: url.absoluteString, choice: .link(index))
    }
    var chooser = Chooser(.links, entries: entries, at: self.now)
    let selected = page?.link ?? linksOnScreen.first
    chooser.select(entries.firstIndex { $0.choice == selected.map(Chooser.Choice.link) } ?? 0)
    modals.open(.chooser(chooser))
  }
}
