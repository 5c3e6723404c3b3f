import Foundation
import LinkStore

/// The values of arguments that depend on the user's files. Reads them without creating, changing or
/// reporting anything: what can't be read has no values.
struct StoreCompletions {
  let environment: [String: String]

  func values(of source: CompletionSource, for word: String) -> [String] {
    switch source {
    case .tags: tags
    case .themes: themes
    case .wheels, .wheelNames: wheels
    case .filters: filters(for: word)
    }
  }

  /// The tags in use, the most used first.
  var tags: [String] {
    SavedLinkStore.tags(
      readingOnly: StoreLocation(environment: environment, folder: "raylette"))
  }

  /// The built-in themes, and the user's.
  var themes: [String] {
    let file = ConfigurationFile(environment: environment)
    let configuration = (try? file.read()) ?? Configuration(themeFolder: file.themeFolder)
    return configuration.themeNames
  }

  /// The wheels that have a name.
  var wheels: [String] {
    let names = WheelStore.names(
      readingOnly: StoreLocation(environment: environment, folder: "raylette"))
    return names + Wheel.BuiltIn.allCases.map(\.rawValue).filter { !names.contains($0) }
  }

  /// What a word of a filter can become, as on screen.
  private func filters(for word: String) -> [String] {
    let sign = word.hasPrefix("-") ? "-" : ""
    let term = word.dropFirst(sign.count)
    var texts: [String] = []
    if !term.hasPrefix("#") { texts += SavedFilter.stateWords }
    if term.isEmpty || term.hasPrefix("#") {
      texts += tags.map { $0.contains(where: \.isWhitespace) ? "#\"\($0)\"" : "#\($0)" }
    }
    return texts.map { sign + $0 }
  }
}
