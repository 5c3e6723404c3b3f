import Markup
import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// The content of a card.
enum CardContent {
  case loading(URL, link: Wheel.Link)
  case metadata(LinkMetadata, link: Wheel.Link)
  case failure(LinkMetadataError)
}

extension Spin {
  var cardContent: CardContent {
    switch phase {
    case .loading: .loading(url, link: link)
    case .shown(let entry): .metadata(entry.metadata, link: link)
    case .failed(let error): .failure(error)
    }
  }
}

/// A link with its picture, title and summary, in a frame of fixed size.
struct LinkCard {
  /// A key that helps after a failure, and what it does.
  struct RecoveryAction {
    var label: String
    var text: String
  }

  let content: CardContent
  var recoveryActions: [RecoveryAction] = []
  let appearance: Appearance
  /// The current time, for "3 days ago". Nil for a printed card, which shows the date.
  var now: Date?
  var pictures = Pictures.none
  var arrangement = CardLayout.Arrangement.beside
  private var theme: Theme { appearance.theme }
  private var symbols: Symbols { appearance.symbols }

  func draw(in grid: inout Grid, rect: Rect) {
    grid.drawBox(rect, glyphs: symbols.box, style: theme.border)
    let layout = CardLayout(
      content, rect: rect, hasPictures: pictures.form != nil, arrangement: arrangement)
    guard !layout.text.isEmpty else { return }
    switch content {
    case .loading(let url, let link):
      if let place = layout.picture { drawSkeleton(in: &grid, place: place) }
      drawLoading(url, of: link, in: &grid, inner: layout.text)
    case .metadata(let metadata, let link):
      if let place = layout.picture { drawPicture(of: metadata, in: &grid, place: place) }
      draw(metadata, of: link, in: &grid, inner: layout.text)
    case .failure(let error): draw(error, in: &grid, inner: layout.text)
    }
  }

  private func draw(
    _ metadata: LinkMetadata, of link: Wheel.Link, in grid: inout Grid, inner: Rect
  ) {
    let facts = CardFacts(metadata: metadata, now: now, symbols: symbols)
    var y = draw(
      metadata.displayTitle, limit: inner.rows >= 4 ? 2 : 1, style: theme.title, in: &grid,
      inner: inner, y: inner.y)
    y = drawSite(of: metadata, facts: facts, in: &grid, inner: inner, y: y)
    if let byline = facts.byline(columns: inner.columns), inner.rows >= 5 {
      y = draw(byline, limit: 1, style: theme.secondary, in: &grid, inner: inner, y: y)
    }
    let topicRows = inner.rows >= 6 && link.facts(separator: symbols.separator) != nil ? 2 : 0
    if let summary = metadata.displaySummary {
      let room = inner.maxY - topicRows - y
      let rows = TextWrapping.lines(summary, columns: inner.columns, limit: max(0, room)).count
      if inner.rows >= 5 || rows < room { y += 1 }
      draw(
        summary, limit: inner.maxY - topicRows - y, style: .plain, in: &grid, inner: inner, y: y)
    }
    if topicRows > 0 { drawTopic(of: link, in: &grid, inner: inner) }
  }

  /// Draws the site with its tile, and the kind of page: ` Y  YouTube · video`.
  private func drawSite(
    of metadata: LinkMetadata, facts: CardFacts, in grid: inout Grid, inner: Rect, y: Int
  ) -> Int {
    guard y < inner.maxY else { return y }
    var x = inner.x
    if let tile = SiteTile(metadata, appearance: appearance) {
      x = tile.draw(in: &grid, x: x, y: y) + 1
    } else {
      let end = grid.draw(facts.symbol, x: x, y: y, style: theme.secondary)
      if end > x { x = end + 1 }
    }
    let line = TextWrapping.truncated(
      facts.site, columns: inner.maxX - x, ellipsis: symbols.ellipsis)
    grid.draw(line, x: x, y: y, style: theme.secondary, clip: inner)
    return y + 1
  }

  private func drawLoading(_ url: URL, of link: Wheel.Link, in grid: inout Grid, inner: Rect) {
    func bar(_ percent: Int, y: Int) {
      guard y < inner.maxY else { return }
      let columns = inner.columns * percent / 100
      grid.draw(
        String(repeating: symbols.skeleton, count: columns), x: inner.x, y: y, style: theme.border)
    }
    bar(60, y: inner.y)
    grid.draw(
      Symbols.label(symbols.icon, url.displayHost), x: inner.x, y: inner.y + 1,
      style: theme.secondary, clip: inner)
    bar(95, y: inner.y + 3)
    bar(80, y: inner.y + 4)
    if inner.rows >= 6 { drawTopic(of: link, in: &grid, inner: inner) }
  }

  private func draw(_ error: LinkMetadataError, in grid: inout Grid, inner: Rect) {
    var y = draw(
      error.sentence, limit: 1, style: theme.failure, in: &grid, inner: inner, y: inner.y)
    if let detail = error.detail {
      y = draw(detail, limit: 2, style: .plain, in: &grid, inner: inner, y: y)
    }
    guard y + 1 + recoveryActions.count <= inner.maxY else { return }
    y += 1
    for action in recoveryActions {
      grid.draw(action.label, x: inner.x, y: y, style: theme.accent)
      grid.draw(action.text, x: inner.x + 3, y: y, style: theme.secondary, clip: inner)
      y += 1
    }
  }

  private func drawTopic(of link: Wheel.Link, in grid: inout Grid, inner: Rect) {
    guard let facts = link.facts(separator: symbols.separator) else { return }
    let line = TextWrapping.truncated(facts, columns: inner.columns, ellipsis: symbols.ellipsis)
    grid.draw(line, x: inner.x, y: inner.maxY - 1, style: theme.secondary)
  }

  /// Draws wrapped text and returns the row after it.
  @discardableResult
  private func draw(
    _ text: String, limit: Int, style: Style, in grid: inout Grid, inner: Rect, y: Int
  ) -> Int {
    let lines = TextWrapping.lines(
      text, columns: inner.columns, limit: min(limit, inner.maxY - y), ellipsis: symbols.ellipsis)
    for (offset, line) in lines.enumerated() {
      grid.draw(line, x: inner.x, y: y + offset, style: style)
    }
    return y + lines.count
  }
}

extension Wheel.Link {
  /// The wheel's facts about the link: `3D Renderer · C++`.
  fileprivate func facts(separator: String) -> String? {
    let facts = [topic, language].compactMap(\.self)
    return facts.isEmpty ? nil : facts.joined(separator: separator)
  }
}
