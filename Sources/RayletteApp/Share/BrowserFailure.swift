/// The name of the program that opened a page.
public struct BrowserName: Hashable, Sendable {
  public var name: String
  public init(name: String) { self.name = name }
}

/// Why a page couldn't be opened in a browser.
public enum BrowserFailure: Error, Hashable, Sendable {
  case notWebAddress
  case noBrowser
  case failed(String)
  case notStarted(String)

  public var sentence: String {
    switch self {
    case .notWebAddress: "Only http and https addresses are opened."
    case .noBrowser: "No browser was found; name one in BROWSER."
    case .failed(let name): "\(name) couldn't open the page."
    case .notStarted(let name): "\(name) couldn't be started."
    }
  }
}

extension Notice {
  /// Says in which browser a page was opened, or why in none.
  init(_ result: Result<BrowserName, BrowserFailure>) {
    switch result {
    case .success(let browser): self = .information("Opened in \(browser.name).")
    case .failure(let failure): self = .failure("\(failure.sentence) Press O to see the address.")
    }
  }
}
