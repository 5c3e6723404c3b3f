import Localization

/// The name of the program that opened a page.
package struct BrowserName: Hashable, Sendable {
  package var name: String
  /// The commands in `BROWSER`, if none of their programs exists.
  package var missing: String?

  package init(name: String, missing: String? = nil) {
    self.name = name
    self.missing = missing
  }

  /// The message that no program in `BROWSER` exists, without a full stop.
  package static func message(ofMissing commands: String) -> String {
    localized("BROWSER names no program that exists: \(commands)")
  }
}

/// The reason why a page couldn't be opened in a browser.
package enum BrowserFailure: Error, Hashable, Sendable {
  case notWebAddress
  case noBrowser
  case failed(String)
  case notStarted(String)

  package var sentence: String {
    switch self {
    case .notWebAddress: localized("Only http and https addresses are opened.")
    case .noBrowser: localized("No browser was found; name one in BROWSER.")
    case .failed(let name): localized("\(name) couldn't open the page.")
    case .notStarted(let name): localized("\(name) couldn't be started.")
    }
  }
}
