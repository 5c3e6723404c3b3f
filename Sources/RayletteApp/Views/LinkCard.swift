import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// What a link shows of itself, in a frame of fixed size.
struct LinkCard {
  enum Content {
    case loading(URL, link: Wheel.Link)
    case metadata(LinkMetadata, link: Wheel.Link)
    case failure(LinkMetadataError, ways: [WayOut])
  }

  /// A key that helps after a failure, and what it does then.
  struct WayOut {
    var label: String
    var words: String
  }

  let content: Content
  let appearance: Appearance
  private var theme: Theme { appearance.theme }
  private var symbols: Symbols { appearance.symbols }

  func draw(in grid: inout Grid, rect: Rect) {
    grid.drawBox(rect, glyphs: symbols.box, style: theme.border)
    let inner = rect.inset(columns: 3, rows: rect.rows >= 8 ? 2 : 1)
    guard !inner.isEmpty else { return }
    switch content {
    case .loading(let url, let link): drawLoading(url, of: link, in: &grid, inner: inner)
    case .metadata(let metadata, let link): draw(metadata, of: link, in: &grid, inner: inner)
    case .failure(let error, let ways): draw(error, ways: ways, in: &grid, inner: inner)
    }
  }

  private func draw(
    _ metadata: LinkMetadata, of link: Wheel.Link, in grid: inout Grid, inner: Rect
  ) {
    var y = inner.y
    y = draw(
      metadata.displayTitle, limit: inner.rows >= 4 ? 2 : 1, style: theme.title, in: &grid,
      inner: inner, y: y)
    y = draw(facts(of: metadata), limit: 1, style: theme.secondary, in: &grid, inner: inner, y: y)
    let topicRows = inner.rows >= 6 && link.facts(separator: symbols.separator) != nil ? 2 : 0
    if let summary = metadata.summary {
      if inner.rows >= 5 { y += 1 }
      draw(
        summary, limit: inner.maxY - topicRows - y, style: .plain, in: &grid, inner: inner, y: y)
    }
    if topicRows > 0 { drawTopic(of: link, in: &grid, inner: inner) }
  }

  /// Site, what the page is richest in, and what it says it is: `▶ youtube.com · video`.
  private func facts(of metadata: LinkMetadata) -> String {
    let (symbol, word): (String, String?) =
      if metadata.video != nil || metadata.remoteVideo != nil {
        (symbols.video, "video")
      } else if metadata.image != nil {
        (symbols.image, "image")
      } else {
        (symbols.icon, nil)
      }
    let kind = metadata.kind.flatMap { $0 == .website ? nil : $0.rawValue }
    let facts = [metadata.displaySiteName, kind ?? word].compactMap(\.self)
    return "\(symbol) \(facts.joined(separator: " \(symbols.separator) "))"
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
      "\(symbols.icon) \(url.displayHost)", x: inner.x, y: inner.y + 1,
      style: theme.secondary, clip: inner)
    bar(95, y: inner.y + 3)
    bar(80, y: inner.y + 4)
    if inner.rows >= 6 { drawTopic(of: link, in: &grid, inner: inner) }
  }

  private func draw(
    _ error: LinkMetadataError, ways: [WayOut], in grid: inout Grid, inner: Rect
  ) {
    var y = draw(
      error.sentence, limit: 1, style: theme.failure, in: &grid, inner: inner, y: inner.y)
    if let detail = error.detail {
      y = draw(detail, limit: 2, style: .plain, in: &grid, inner: inner, y: y)
    }
    guard y + 1 + ways.count <= inner.maxY else { return }
    y += 1
    for way in ways {
      grid.draw(way.label, x: inner.x, y: y, style: theme.accent)
      grid.draw(way.words, x: inner.x + 3, y: y, style: theme.secondary, clip: inner)
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
  /// What the wheel knows of the link: `3D Renderer · C++`.
  fileprivate func facts(separator: String) -> String? {
    let facts = [topic, language].compactMap(\.self)
    return facts.isEmpty ? nil : facts.joined(separator: " \(separator) ")
  }
}
