import Foundation
import LinkPreview
import Links
import Localization
import Markup

/// The facts in the details of a link, in groups.
struct DetailFacts {
  let details: LinkDetails
  let now: Date
  let symbols: Symbols
  /// The key that lists the preview problems. Empty if the command has none.
  let problemsKey: String

  struct Fact: Equatable {
    enum Kind { case plain, address, fault, good }
    var label: String
    var text: String
    var kind = Kind.plain
  }

  static var notFetched: String { localized("not fetched yet") }

  typealias Group = (heading: String, facts: [Fact])

  var groups: [Group] {
    [
      (metadata.displayTitle, addresses), (localized("Page"), page),
      (localized("Pictures and video"), media),
      (localized("Saved"), saved), (localized("Changes"), history),
      (localized("Preview problems"), findings),
    ]
  }

  private var metadata: LinkMetadata { details.metadata }

  private var addresses: [Fact] {
    var facts = [address(localized("requested"), metadata.originalURL)]
    if metadata.url != metadata.originalURL {
      facts.append(address(localized("leads to"), metadata.url))
    }
    if let canonical = metadata.canonicalURL, canonical != metadata.url {
      facts.append(address(localized("canonical"), canonical))
    }
    if let source = metadata.syndicationSource {
      facts.append(address(localized("copy of"), source))
    }
    facts += metadata.feeds.map { address(localized("feed"), $0) }
    if let fetchedAt = details.fetchedAt { facts.append(moment(localized("fetched"), fetchedAt)) }
    return facts
  }

  private var page: [Fact] {
    let language = metadata.language.map { tag in
      Locale.ofReader.localizedString(forIdentifier: tag).map { "\(tag) (\($0))" } ?? tag
    }
    let languageLabel = localized("language")
    let texts: [(String, String?)] = [
      (localized("title"), details.saved?.pageTitle ?? metadata.title),
      (localized("site"), metadata.siteName),
      (localized("type"), metadata.kind?.name),
      (localized("author"), metadata.author), (languageLabel, language),
      (localized("reading"), metadata.readingMinutes.map { localized("\($0) min") }),
      (localized("colour"), metadata.themeColor?.hex),
      (localized("summary"), metadata.displaySummary),
    ]
    var facts = texts.compactMap { label, text in text.map { Fact(label: label, text: $0) } }
    let moments = [
      (localized("published"), metadata.published), (localized("modified"), metadata.modified),
    ]
    .compactMap { label, date in date.map { moment(label, $0) } }
    facts.insert(
      contentsOf: moments, at: facts.firstIndex { $0.label == languageLabel } ?? facts.count)
    return facts
  }

  private var media: [Fact] {
    let parts = [
      (localized("image"), metadata.image), (localized("video"), metadata.video),
      (localized("player"), metadata.remoteVideo),
    ]
    let named = parts.compactMap { label, media in media.map { (label, $0) } }
    return (named + metadata.icons.prefix(Self.iconLimit).map { (localized("icon"), $0) })
      .flatMap { label, media in
        let facts = [media.size, media.type, media.alternativeText].compactMap(\.self)
        let about = facts.map { Fact(label: "", text: $0) }
        return [address(label, media.url)] + about
      }
  }

  /// Limits the icons listed, because some pages declare dozens.
  private static let iconLimit = 4

  private var saved: [Fact] {
    guard let link = details.saved else { return [] }
    var facts = SavedField.all(in: .details).flatMap { field in
      field.value(link).map { self.facts(field.label, $0, of: link) } ?? []
    }
    if !link.isFetched { facts.append(Fact(label: localized("page"), text: Self.notFetched)) }
    return facts
  }

  private func facts(_ label: String, _ value: SavedField.Value, of link: SavedLink) -> [Fact] {
    switch value {
    case .date(let date): return [moment(label, date)]
    case .check(let check):
      return [
        moment(label, check.checkedAt), Fact(label: "", text: check.outcome.message),
      ]
    // How much is read doesn't matter once all of it is.
    case .progress where link.reading?.readAt != nil: return []
    case .text, .number, .tags, .progress:
      return (value.text ?? "").split(separator: "\n").enumerated().map { index, line in
        Fact(label: index == 0 ? label : "", text: String(line))
      }
    }
  }

  private var history: [Fact] {
    details.history.map { event in
      Fact(
        label: RelativeTime.short(from: event.change.madeAt, to: now),
        text: event.text + symbols.separator + event.change.originText)
    }
  }

  private var findings: [Fact] {
    switch details.findings {
    case .awaited: [Fact(label: "", text: localized("Looking at the page\(symbols.ellipsis)"))]
    case .found([]): [Fact(label: "", text: localized("Nothing to improve."), kind: .good)]
    case .found(let findings) where !details.listsProblems:
      [Fact(label: "", text: problemsText(findings.count))]
    case .found(let findings):
      findings.map {
        Fact(
          label: $0.severity.name, text: $0.text,
          kind: $0.severity == .error ? .fault : .plain)
      }
    case .failed(let error):
      [Fact(label: "", text: error.sentence, kind: .fault)]
        + (error.detail.map { [Fact(label: "", text: $0)] } ?? [])
    }
  }

  private func problemsText(_ count: Int) -> String {
    problemsKey.isEmpty
      ? localized("\(count, "problem").")
      : localized("\(count, "problem"); \(problemsKey) shows what its publisher could do better.")
  }

  private func address(_ label: String, _ url: URL) -> Fact {
    Fact(label: label, text: url.absoluteString, kind: .address)
  }

  /// Returns the date and time, and how long ago it was.
  private func moment(_ label: String, _ date: Date) -> Fact {
    let time = PublicationTime.exact(date)
    guard date <= now else { return Fact(label: label, text: time) }
    let age = RelativeTime.text(from: date, to: now)
    return Fact(label: label, text: localized("\(time), \(age)"))
  }
}

extension PageCheck.Severity {
  fileprivate var name: String {
    switch self {
    case .error: localized("error")
    case .warning: localized("warning")
    }
  }
}

extension LinkMetadata.Media {
  /// The size that the page declares: `1200 x 630 pixels`.
  fileprivate var size: String? {
    guard let width, let height else { return nil }
    return localized("\(width) x \(height) pixels")
  }
}
