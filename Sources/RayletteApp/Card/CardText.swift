import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// The lines of text on a card.
///
/// The title gets as many lines as there's room for. The summary gets the rest, but at least a line
/// of it is kept.
struct CardText {
  enum Line {
    case text(String, style: CellStyle)
    /// The site with its tile, and the kind of page.
    case site
    /// A placeholder for text that's loading, in percent of the width.
    case bar(Int)
    /// A key and what it does, which begins at a column.
    case key(String, String, textX: Int)
    /// The last line of the page's beginning, and at its end the key for the rest.
    case ending(String, key: String)
    case blank
  }

  let content: CardContent
  var recoveryActions: [LinkCard.RecoveryAction] = []
  let appearance: Appearance
  /// The current time, for "3 days ago". Nil for a printed card, which shows the date.
  var now: Date?
  /// The maximum rows of the summary.
  var summaryLimit = Int.max
  /// The first paragraphs of the page, which are shown below the summary as far as there's room.
  var beginning: [String] = []
  /// The key that shows the whole page, or an empty string.
  var readKey = ""

  private var theme: Theme { appearance.theme }
  private var symbols: Symbols { appearance.symbols }

  /// Returns the lines, at most as many as there are rows.
  func lines(columns: Int, rows: Int) -> [Line] {
    let lines = linesWithoutBeginning(columns: columns, rows: rows)
    return lines + beginningLines(columns: columns, rows: rows - lines.count)
  }

  private func linesWithoutBeginning(columns: Int, rows: Int) -> [Line] {
    let lines: [Line] =
      switch content {
      case .loading(let url, let link): loading(url, of: link)
      case .metadata(let metadata, let link):
        page(metadata, of: link, columns: columns, rows: rows)
      case .failure(let failed): failure(failed, columns: columns)
      }
    return Array(lines.prefix(max(0, rows)))
  }

  /// Returns the rows that the lines need, and the columns of the widest one.
  /// - Parameters:
  ///   - columns: The maximum number of columns.
  ///   - beginningRows: The maximum rows for the beginning of the page. It's left out of the size of
  ///     cards that have room for it in any case.
  func size(columns: Int, beginningRows: Int) -> GridSize {
    var lines = linesWithoutBeginning(columns: columns, rows: 1000)
    lines += beginningLines(columns: columns, rows: beginningRows)
    let widths = lines.map { width(of: $0, columns: columns) }
    return GridSize(columns: widths.max() ?? 0, rows: lines.count)
  }

  private func width(of line: Line, columns: Int) -> Int {
    switch line {
    case .text(let text, _): DisplayWidth.columns(of: text)
    case .site: min(columns, siteWidth)
    case .bar: columns
    case .key(_, let text, let textX): textX + DisplayWidth.columns(of: text)
    case .ending: columns
    case .blank: 0
    }
  }

  /// The columns of the line with the site and its tile.
  private var siteWidth: Int {
    guard case .metadata(let metadata, _) = content else { return 0 }
    let facts = CardFacts(metadata: metadata, now: now, symbols: symbols)
    let symbol =
      SiteTile(metadata, appearance: appearance) == nil
      ? DisplayWidth.columns(of: facts.symbol) : SiteTile.columns
    return symbol + 1 + DisplayWidth.columns(of: facts.site)
  }

  private func page(
    _ metadata: LinkMetadata, of link: Wheel.Link, columns: Int, rows: Int
  ) -> [Line] {
    let whole = page(metadata, of: link, columns: columns, fitting: 1000)
    return whole.count <= rows
      ? whole : page(metadata, of: link, columns: columns, fitting: rows)
  }

  private func page(
    _ metadata: LinkMetadata, of link: Wheel.Link, columns: Int, fitting rows: Int
  ) -> [Line] {
    let facts = CardFacts(metadata: metadata, now: now, symbols: symbols)
    let byline = rows >= 5 ? facts.byline(columns: columns) : nil
    let topic = rows >= 6 ? link.facts(separator: symbols.separator) : nil
    let summary = metadata.displaySummary
    let fixed = 1 + [byline, topic].compactMap(\.self).count
    let summaryMinimum = summary == nil ? 0 : rows >= 5 ? 2 : 1
    let title = wrapped(
      metadata.displayTitle, columns: columns, limit: max(1, rows - fixed - summaryMinimum))
    var lines: [Line] = title.map { .text($0, style: theme.title) } + [.site]
    for fact in [byline, topic].compactMap(\.self) {
      lines.append(.text(truncated(fact, columns), style: theme.secondary))
    }
    if let summary {
      let free = rows - title.count - fixed
      // A blank line before the summary, where there's room.
      let gap = rows >= 5 ? 1 : 0
      let text = wrapped(summary, columns: columns, limit: min(summaryLimit, free - gap))
      if !text.isEmpty {
        lines += Array(repeating: .blank, count: gap) + text.map { .text($0, style: .plain) }
      }
    }
    return lines
  }

  /// Returns the beginning of the page with a blank line before it, as far as it fits.
  private func beginningLines(columns: Int, rows: Int) -> [Line] {
    guard rows > 1, case .metadata(let metadata, _) = content else { return [] }
    let shown = [metadata.displaySummary, metadata.displayTitle].compactMap(\.self)
      .map(Self.letters)
    let paragraphs = beginning.drop { paragraph in
      let start = Self.letters(of: paragraph).prefix(60)
      return shown.contains { $0.hasPrefix(start) }
    }
    var lines: [String] = []
    for paragraph in paragraphs where lines.isEmpty || lines.count < rows - 2 {
      if !lines.isEmpty { lines.append("") }
      lines += wrapped(paragraph, columns: columns, limit: rows - 1 - lines.count)
    }
    guard let last = lines.popLast() else { return [] }
    let room =
      columns - DisplayWidth.columns(of: readKey) - DisplayWidth.columns(of: Self.readHint) - 4
    let ending =
      readKey.isEmpty || room < 20
      ? Line.text(last, style: theme.secondary)
      : .ending(wrapped(last, columns: room, limit: 1).first ?? "", key: readKey)
    return [.blank] + lines.map { .text($0, style: theme.secondary) } + [ending]
  }

  /// What ``readKey`` does.
  static var readHint: String { localized("read", context: "key") }

  /// The letters alone, in which a text may be the same as its summary.
  private static func letters(of text: String) -> String {
    String(text.lowercased().filter(\.isLetter))
  }

  private func loading(_ url: URL, of link: Wheel.Link) -> [Line] {
    let host = Symbols.label(symbols.icon, url.displayHost)
    let facts = [host, link.facts(separator: symbols.separator)].compactMap(\.self)
      .map { Line.text($0, style: theme.secondary) }
    return [.bar(60)] + facts + [.blank, .bar(95), .bar(80)]
  }

  private func failure(_ failed: CardContent.Failure, columns: Int) -> [Line] {
    let error = failed.error
    var lines: [Line] =
      failed.title.map { title in
        wrapped(title, columns: columns, limit: 2).map { .text($0, style: theme.title) }
      } ?? []
    lines += wrapped(error.sentence, columns: columns, limit: 2)
      .map { .text($0, style: theme.failure) }
    lines += wrapped(error.explanation, columns: columns, limit: 3)
      .map { .text($0, style: .plain) }
    if let since = failed.since, let now {
      let age = RelativeTime.text(from: since, to: now)
      lines.append(
        .text(localized("It failed \(age) and wasn't tried again."), style: theme.secondary))
    }
    if let topic = failed.link.facts(separator: symbols.separator) {
      lines.append(.text(truncated(topic, columns), style: theme.secondary))
    }
    guard !recoveryActions.isEmpty else { return lines }
    let labels = recoveryActions.map { DisplayWidth.columns(of: $0.label) }
    let textX = (labels.max() ?? 0) + 2
    return lines + [.blank] + recoveryActions.map { .key($0.label, $0.text, textX: textX) }
  }

  private func wrapped(_ text: String, columns: Int, limit: Int) -> [String] {
    symbols.lines(text, columns: columns, limit: limit)
  }

  private func truncated(_ text: String, _ columns: Int) -> String {
    symbols.truncated(text, columns: columns)
  }
}

extension Wheel.Link {
  /// The wheel's facts about the link: `3D Renderer · C++`.
  fileprivate func facts(separator: String) -> String? {
    let facts = topics + [language].compactMap(\.self)
    return facts.isEmpty ? nil : facts.joined(separator: separator)
  }
}

/// The facts about a page that a card shows between its title and its summary.
struct CardFacts {
  let metadata: LinkMetadata
  let now: Date?
  let symbols: Symbols

  /// The symbol of the page's richest medium: a video, an image or an icon.
  var symbol: String {
    if isVideo { return symbols.video }
    return metadata.image != nil ? symbols.image : symbols.icon
  }

  /// The site and the kind of page: `YouTube · video`.
  var site: String {
    let kind = metadata.kind.flatMap { $0 == .website ? nil : $0.name }
    return joined([
      metadata.displaySiteName, kind ?? (isVideo ? LinkMetadata.Kind.video.name : nil),
    ])
  }

  /// The author, the time and the length: `Robert Nystrom · 3 days ago · 12 min read`. When the
  /// facts don't fit, leaves out the last ones rather than truncating one.
  func byline(columns: Int) -> String? {
    let facts = [
      duration, isVideo ? player : nil, metadata.author,
      metadata.published.map { PublicationTime.text(for: $0, now: now) }, reading,
    ].compactMap(\.self)
    let lines = (0..<facts.count).map { joined(Array(facts.dropLast($0))) }
    return lines.first { DisplayWidth.columns(of: $0) <= columns } ?? lines.last
  }

  private var isVideo: Bool {
    metadata.video != nil || metadata.remoteVideo != nil || metadata.kind == .video
  }

  private var duration: String? {
    let duration = metadata.video?.duration ?? metadata.remoteVideo?.duration
    return duration.map(\.clock)
  }

  private var reading: String? {
    metadata.readingMinutes.map { localized("\($0) min read") }
  }

  /// Marks the page as a video. It plays in the browser, not in the terminal.
  private var player: String { Symbols.label(symbols.video, LinkMetadata.Kind.video.name) }

  private func joined(_ facts: [String?]) -> String {
    facts.compactMap(\.self).joined(separator: symbols.separator)
  }
}

extension LinkMetadata {
  /// The reading time that the page states, in whole minutes.
  var readingMinutes: Int? { readingTime.map { max(1, Int(($0 / .seconds(60)).rounded())) } }
}

extension Duration {
  /// The duration as video players show it: `4:05`, `1:02:03`.
  fileprivate var clock: String {
    let seconds = max(0, Int(components.seconds))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(end)" : "\(minutes):\(end)"
  }
}

extension LinkMetadata.Kind {
  /// The name on screen.
  var name: String {
    switch self {
    case .article: localized("article")
    case .book: localized("book")
    case .music: localized("music")
    case .product: localized("product")
    case .profile: localized("profile")
    case .video: localized("video")
    case .website: localized("website")
    case .audio: localized("audio")
    case .document: localized("document")
    case .feed: localized("feed")
    case .image: localized("image")
    }
  }
}
