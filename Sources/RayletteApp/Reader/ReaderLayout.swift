import Articles
import Foundation
import LinkPreview
import Links
import Localization
import TerminalGrid

/// The position of the text on screen.
struct ReaderLayout {
  /// The column of text.
  let column: GridRect

  /// The narrowest and widest column that the user can choose, and the default, which has about as
  /// many characters as lines in books.
  static let widths = 40...120
  static let standardWidth = 76
  static let widthStep = 4
  /// The number of lines that stay on screen after paging, so that readers find their position
  /// again.
  static let linesKept = 2

  /// - Parameter width: the width of the column if there's room for it.
  init(width: Int, in surroundings: Surroundings) {
    let body = surroundings.body
    let margin = body.columns < 50 ? 1 : 3
    let columns = min(body.columns - 2 * margin, width)
    let padding = body.isSpacious ? 1 : 0
    let x = body.x + (body.columns - columns) / 2
    column = GridRect(
      x: x, y: body.y + padding, columns: max(1, columns),
      rows: max(1, body.rows - 2 * padding))
  }

  var rows: Int { column.rows }

  /// Returns the settings for laying out an article on this screen.
  func settings(of page: ReaderPage, in surroundings: Surroundings) -> ArticleLayout.Settings {
    .init(
      columns: column.columns,
      pictureRows: surroundings.pictures.form == nil ? 0 : max(4, column.rows * 2 / 3),
      pictureRooms: page.pictureRooms, symbols: surroundings.symbols,
      canScroll: true,
      alignsByDirection: !surroundings.appearance.isAccessible,
      order: surroundings.appearance.order)
  }
}

extension ReaderState {
  /// Returns the position of the text on screen.
  func screenLayout(in surroundings: Surroundings) -> ReaderLayout {
    ReaderLayout(width: width, in: surroundings)
  }

  /// Lays out an article for the screen.
  func layout(
    _ loaded: LoadedArticle, of page: ReaderPage, in surroundings: Surroundings
  ) -> ArticleLayout {
    let facts = ReaderFacts(
      page: page, loaded: loaded, now: surroundings.now, symbols: surroundings.symbols)
    let settings = screenLayout(in: surroundings).settings(of: page, in: surroundings)
    return ArticleLayout(
      loaded.article, title: loaded.article.title ?? page.metadata.displayTitle,
      facts: facts.text(columns: settings.columns), settings: settings)
  }
}

/// The facts below an article's title.
struct ReaderFacts {
  let page: ReaderPage
  let loaded: LoadedArticle
  let now: Date
  let symbols: Symbols

  /// Returns the facts in as few lines as possible. Each fact is on one line if it fits.
  func text(columns: Int) -> String {
    var text = ""
    var width = 0
    for fact in facts {
      let factColumns = DisplayWidth.columns(of: fact)
      let separator = text.isEmpty ? "" : symbols.separator
      let room = columns - width - DisplayWidth.columns(of: separator)
      let breaks = factColumns > room && factColumns <= columns && !text.isEmpty
      text += (breaks ? "\n" : separator) + fact
      width = breaks ? factColumns : columns - room + factColumns
    }
    return text
  }

  private var facts: [String] {
    let article = loaded.article
    let date = (article.published ?? page.metadata.published).map {
      PublicationTime.text(for: $0, now: now)
    }
    let kept = loaded.keptAt.map { localized("copy kept \(RelativeTime.text(from: $0, to: now))") }
    return [
      page.metadata.displaySiteName, article.kind == .article ? nil : article.kind.name,
      article.byline, date,
      localized("\(article.readingMinutes) min"), kept,
    ].compactMap(\.self)
  }
}
