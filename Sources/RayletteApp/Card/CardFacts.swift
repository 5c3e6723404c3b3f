import Foundation
import LinkPreview
import TerminalGrid

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
    let kind = metadata.kind.flatMap { $0 == .website ? nil : $0.rawValue }
    return joined([metadata.displaySiteName, kind ?? (isVideo ? "video" : nil)])
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
    metadata.readingMinutes.map { "\($0) min read" }
  }

  /// Marks the page as a video. It plays in the browser, not in the terminal.
  private var player: String { Symbols.label(symbols.video, "video") }

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
