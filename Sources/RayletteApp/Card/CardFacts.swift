import Foundation
import LinkPreview
import TerminalGrid

/// What a card says of a page between its title and its summary.
struct CardFacts {
  let metadata: LinkMetadata
  let now: Date?
  let symbols: Symbols

  /// What the page is richest in: a video, an image, an icon.
  var symbol: String {
    if isVideo { return symbols.video }
    return metadata.image != nil ? symbols.image : symbols.icon
  }

  /// The site and what the page is: `YouTube · video`.
  var site: String {
    let kind = metadata.kind.flatMap { $0 == .website ? nil : $0.rawValue }
    return joined([metadata.displaySiteName, kind ?? (isVideo ? "video" : nil)])
  }

  /// Who made it, when, and how long it takes: `Robert Nystrom · 3 days ago · 12 min read`. Of what
  /// does not fit the last facts are left out, rather than cut in two.
  func byline(columns: Int) -> String? {
    let facts = [
      duration, isVideo ? player : nil, metadata.author,
      metadata.published.map { PublicationTime.text(for: $0, now: now) }, reading,
    ].compactMap(\.self)
    let lines = (0..<facts.count).map { joined(Array(facts.dropLast($0))) }
    return lines.first { DisplayWidth.columns(of: $0) <= columns } ?? lines.last
  }

  var hasByline: Bool { byline(columns: .max) != nil }

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

  /// Where the video plays: not here.
  private var player: String { Symbols.label(symbols.video, "video") }

  private func joined(_ facts: [String?]) -> String {
    facts.compactMap(\.self).joined(separator: symbols.separator)
  }
}

extension LinkMetadata {
  /// How long the page says it takes to read, in whole minutes.
  var readingMinutes: Int? { readingTime.map { max(1, Int(($0 / .seconds(60)).rounded())) } }
}

extension Duration {
  /// As players show it: `4:05`, `1:02:03`.
  fileprivate var clock: String {
    let seconds = max(0, Int(components.seconds))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = two(seconds % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(end)" : "\(minutes):\(end)"
  }
}
