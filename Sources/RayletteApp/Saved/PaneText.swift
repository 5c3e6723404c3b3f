import Articles
import Foundation
import Links
import TerminalGrid

/// The kept text of the link at the cursor, which the pane shows below the link's card: from where
/// it was left, or else from its beginning.
struct PaneText: Equatable, Sendable {
  /// The pending request.
  var request = LatestRequest<Source>()
  /// The text that was read last.
  private var source: Source?
  /// The beginning of it. Nil if it can't be read.
  private var article: Article?
  private var layout: ArticleLayout?
  /// The first line to show.
  private var top = 0

  /// A text as it was kept once, and where it was left.
  struct Source: Hashable, Sendable {
    var link: SavedLink.ID
    var keptAt: Date
    var place: ReadingPlace?

    /// Nil for a link without a kept text.
    init?(_ link: SavedLink) {
      guard let keptAt = link.keptAt else { return nil }
      (self.link, self.keptAt) = (link.id, keptAt)
      // What was read to its end begins anew.
      place = link.reading.flatMap { $0.readAt == nil ? $0.place : nil }
    }
  }

  /// The number of blocks that can be scrolled here, so that the cursor moves as fast beside long
  /// articles as beside short ones. The reader has the rest.
  private static let blockLimit = 60

  func isOf(_ source: Source) -> Bool { source == self.source }

  /// - Parameter article: nil if the text can't be read.
  mutating func end(_ id: RequestID, _ article: Article?) {
    guard let source = request.end(id) else { return }
    self.source = source
    let first = source.place?.block ?? 0
    self.article = article.map { article in
      var part = article
      part.blocks = Array(article.blocks.dropFirst(first).prefix(Self.blockLimit))
      return part
    }
    layout = nil
  }

  /// Lays out the text, unless it's laid out so already.
  mutating func layOut(columns: Int, in surroundings: Surroundings) {
    let settings = ArticleLayout.Settings(
      columns: columns, pictureRows: 0, symbols: surroundings.symbols,
      alignsByDirection: !surroundings.appearance.isAccessible,
      order: surroundings.appearance.order)
    guard let article, layout?.settings != settings else { return }
    let start = ArticleAnchor(block: 0, offset: source?.place?.offset ?? 0)
    let anchor = layout?.anchor(at: top) ?? start
    let laidOut = ArticleLayout(article, title: "", facts: "", settings: settings)
    top = laidOut.line(at: anchor)
    layout = laidOut
  }

  /// Whether this is the text of a link.
  func isShown(with link: SavedLink) -> Bool { layout != nil && Source(link) == source }

  mutating func scroll(by rows: Int) {
    top = max(0, min(top + rows, (layout?.lines.count ?? 0) - 1))
  }

  /// Draws the text of a link, if it's there.
  func draw(_ link: SavedLink, in rect: GridRect, of state: AppState, in grid: inout Grid) {
    guard let layout, rect.rows > 1, isShown(with: link) else { return }
    for (row, line) in layout.lines.dropFirst(top).prefix(rect.rows).enumerated() {
      let place = GridRect(x: rect.x, y: rect.y + row, columns: rect.columns, rows: 1)
      ReaderLineView(
        line: line, article: layout, appearance: state.surroundings.appearance, row: place
      ).draw(in: &grid)
    }
  }
}

extension SavedState {
  /// Requests the kept text of the link at the cursor while its card is shown.
  mutating func reconcileText(isOnScreen: Bool, in context: inout UpdateContext) {
    guard isOnScreen, let pane = SavedLayout(view, in: context.surroundings).card,
      let source = linkAtCursor.flatMap(PaneText.Source.init)
    else { return context.run(paneText.request.cancel()) }
    if paneText.isOf(source) {
      context.run(paneText.request.cancel())
      paneText.layOut(
        columns: pane.columns - 2 * CardLayout.margin, in: context.surroundings)
    } else if paneText.request.subject != source {
      context.begin(&paneText.request, source) { .read(.keptText($0, source.link)) }
    }
  }
}
