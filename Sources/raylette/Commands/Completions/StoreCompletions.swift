import Favorites
import Foundation
import LinkStore
import Links

/// The values of arguments that depend on the user's files. Reads the files without creating,
/// changing or reporting anything. Unreadable files have no values.
struct StoreCompletions {
  let environment: [String: String]
  /// The wheel named on the command line.
  var wheel: String?

  func values(of source: CompletionSource, for word: String) -> [String] {
    switch source {
    case .tags: tags.map(FilterSign.text)
    case .themes: themes
    case .wheels, .wheelNames: wheels
    case .topics: facets(.topic)
    case .languages: facets(.language)
    case .hosts: facets(.host)
    case .filters: filters(for: word)
    }
  }

  /// The tags in use, the most used first.
  var tags: [String] {
    SavedLinkStore.tags(
      readingOnly: StoreLocation(environment: environment))
  }

  /// The built-in themes, and the user's.
  var themes: [String] {
    let file = ConfigurationFile(environment: environment)
    let configuration = (try? file.read()) ?? Configuration(themeFolder: file.themeFolder)
    return configuration.themeNames
  }

  /// The names of all wheels.
  var wheels: [String] {
    let names = WheelStore.names(
      readingOnly: StoreLocation(environment: environment))
    return names + Wheel.BuiltIn.allCases.map(\.rawValue).filter { !names.contains($0) }
  }

  /// Returns the values that the wheel on the command line, or else the wheel in use, can be
  /// narrowed to, most frequent first.
  private func facets(_ kind: WheelFacet.Kind) -> [String] {
    let name =
      wheel ?? SessionFile(environment: environment).wheel
      ?? ((try? ConfigurationFile(environment: environment).read()) ?? Configuration()).wheel
    let stored = WheelStore.facets(
      kind, ofWheel: name,
      readingOnly: StoreLocation(environment: environment))
    guard stored.isEmpty, let links = Wheel.BuiltIn(rawValue: name)?.wheel.links else {
      return stored
    }
    // A built-in wheel isn't in the store before its first spin.
    var counts: [String: Int] = [:]
    for link in links {
      let values =
        switch kind {
        case .topic: link.topics
        case .language: [link.language].compactMap(\.self)
        case .host: [link.host]
        }
      for value in values { counts[value, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Returns the completions of a word in a filter, like the screen's.
  private func filters(for word: String) -> [String] {
    let sign = word.hasPrefix("-") ? "-" : ""
    let term = word.dropFirst(sign.count)
    var texts: [String] = []
    if !term.hasPrefix("#") { texts += SavedFilter.stateWords }
    if term.isEmpty || term.hasPrefix("#") {
      texts += tags.map(SavedFilter.word)
    }
    return texts.map { sign + $0 }
  }
}
