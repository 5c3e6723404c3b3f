import Foundation
package import Links
import Localization
import Markup
import TerminalGrid

extension Chooser {
  /// What the store is asked for the entries of a chooser.
  package enum Question: Hashable, Sendable {
    /// The tags in use, and those of some links.
    case tags([SavedLink.ID])
    case wheels, history, never, browsers
    /// The values that a wheel can be narrowed to.
    case facets(WheelID)
  }

  /// The entries read from the store.
  package enum Choices: Equatable, Sendable {
    case wheels([WheelSummary])
    case facets([WheelFacet])
    case history([Visit])
    case never([NeverAgain])
    /// The browsers that have files of bookmarks.
    case browsers([BrowserBookmarks])
    case tags(inUse: [SavedFacets.Count], ofLinks: [SavedFacets.Count], linkCount: Int)
  }
}

/// Makes the entries of a chooser from the data in the store.
struct ChoiceEntries {
  /// The wheel in use.
  let wheel: WheelState
  /// The number of saved links.
  let savedCount: Int
  let surroundings: Surroundings

  private var now: Date { surroundings.now }

  func entries(of choices: Chooser.Choices) -> [Chooser.Entry] {
    switch choices {
    case .wheels(let wheels): entries(of: wheels)
    case .facets(let facets): entries(of: facets)
    case .history(let visits): visits.map { entry(of: $0) }
    case .tags(let tags, let present, let count): entries(of: tags, present, linkCount: count)
    case .browsers(let browsers): entries(of: browsers)
    case .never(let list):
      list.map { never in
        let age = RelativeTime.short(from: never.addedAt, to: now)
        let kind =
          if case .host = never.subject { localized("all of the host") } else { never.value }
        return Chooser.Entry(
          label: never.name, details: [kind, age], terms: never.value, choice: .allow(never))
      }
    }
  }

  private func entries(of wheels: [WheelSummary]) -> [Chooser.Entry] {
    let links = Chooser.Entry(
      label: localized("saved", context: "wheel"), details: [savedCount.linkCount],
      terms: localized("favourites"), choice: .savedLinks)
    // A wheel that isn't stored, such as --wheel's.
    let current = self.wheel.id.isKept ? [] : [self.wheel.summary]
    return (current + wheels).map { wheel in
      let isInUse = wheel.id == self.wheel.id
      let seen = (isInUse ? self.wheel.summary : wheel).seenText
      let age = RelativeTime.short(from: wheel.updatedAt, to: now)
      let problem = wheel.sources.contains { $0.failure != nil } ? [localized("not updated")] : []
      // Topics only if the counts after them fit too.
      let topics = surroundings.size.columns < 100 ? "" : wheel.topics.prefix(2).list
      let facts =
        [topics, isInUse ? localized("in use") : ""] + problem + [wheel.isBuiltIn ? "" : age, seen]
      return Chooser.Entry(
        label: wheel.name,
        details: facts.filter { !$0.isEmpty },
        terms: wheel.topics.joined(separator: " "), choice: .wheel(wheel))
    } + (savedCount > 0 ? [links] : [])
  }

  private func entries(of facets: [WheelFacet]) -> [Chooser.Entry] {
    let narrowing = self.wheel.narrowing
    let all = Chooser.Entry(
      label: localized("everything"), details: [self.wheel.summary.count.linkCount],
      choice: .narrowing(.init()))
    return (narrowing.isEmpty ? [] : [all])
      + facets.map { facet in
        Chooser.Entry(
          label: facet.value, details: [facet.kind.name, facet.count.grouped],
          isMarked: narrowing.has(facet), terms: facet.kind.name,
          choice: .narrowing(narrowing.toggling(facet)))
      }
  }

  /// Returns the tags that all of the links have, those that some have, and then the others.
  private func entries(
    of tags: [SavedFacets.Count], _ present: [SavedFacets.Count], linkCount: Int
  ) -> [Chooser.Entry] {
    let counts = present.reduce(into: [:]) { $0[$1.name.tagKey] = $1.count }
    let entries = tags.map { tag in
      let count = counts[tag.name.tagKey] ?? 0
      let share = count == 0 ? TagShare.none : count < linkCount ? .some : .all
      return (share: share, entry: Chooser.Entry(tag: tag.name, count: tag.count, share: share))
    }
    return TagShare.allCases.flatMap { share in
      entries.filter { $0.share == share }.map(\.entry)
    }
  }

  private func entries(of browsers: [BrowserBookmarks]) -> [Chooser.Entry] {
    let entries = browsers.map { found in
      Chooser.Entry(
        label: found.browser.name,
        details: [found.hasCount ? found.count.bookmarkCount : nil, found.problem]
          .compactMap(\.self),
        choice: .browsers([found.browser], count: found.count))
    }
    let full = browsers.filter { $0.count > 0 }
    guard full.count > 1 else { return entries }
    let count = full.reduce(0) { $0 + $1.count }
    let all = Chooser.Entry(
      label: localized("all of them"), details: [count.bookmarkCount],
      choice: .browsers(full.map(\.browser), count: count))
    return [all] + entries
  }

  private func entry(of visit: Visit) -> Chooser.Entry {
    let host = Wheel.Link(address: visit.address).host
    let age = RelativeTime.short(from: visit.seenAt, to: now)
    let facts = [host, visit.wheel, age].filter { !$0.isEmpty }
    return Chooser.Entry(
      label: visit.title ?? visit.address,
      details: facts, choice: .visit(visit))
  }
}

extension Chooser.Choice {
  func isWheel(_ id: WheelID) -> Bool {
    if case .wheel(let wheel) = self { wheel.id == id } else { false }
  }
}

extension WheelSummary {
  /// The number of the wheel's links that were seen: `37 of 355 seen`.
  var seenText: String { localized("\((count - unseenCount).grouped) of \(count.grouped) seen") }
}

extension WheelFacet.Kind {
  fileprivate var name: String {
    switch self {
    case .topic: localized("topic")
    case .language: localized("language")
    case .host: localized("host")
    }
  }
}

extension WheelNarrowing {
  fileprivate func has(_ facet: WheelFacet) -> Bool {
    switch facet.kind {
    case .topic: topic == facet.value
    case .language: language == facet.value
    case .host: host == facet.value
    }
  }

  /// Adds a facet's value, or removes it if it's set.
  fileprivate func toggling(_ facet: WheelFacet) -> WheelNarrowing {
    let value = has(facet) ? nil : facet.value
    var narrowing = self
    switch facet.kind {
    case .topic: narrowing.topic = value
    case .language: narrowing.language = value
    case .host: narrowing.host = value
    }
    return narrowing
  }
}
