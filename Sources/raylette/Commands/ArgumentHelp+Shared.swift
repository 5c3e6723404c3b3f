import ArgumentParser

/// The explanations of arguments that several commands have.
extension ArgumentHelp {
  static var jsonLines: Self { "Print one JSON object per line." }
  static var jsonLinesForCards: Self { "Print one JSON object per line instead of cards." }
  static var order: Self { "The order of the list." }

  static var links: Self {
    Self("The links; - reads them from standard input.", valueName: "address")
  }
  static var savedAddresses: Self {
    Self("Addresses of saved links; - reads them from standard input.", valueName: "address")
  }
  static var filter: Self { Self("The links that match a filter.", valueName: "filter") }
  static var timeout: Self {
    Self("The time limit of a fetch, 0.1 to 600.", valueName: "seconds")
  }
  static var publicKeys: Self { Self("Public keys.", valueName: "key") }
  static var wheel: Self { Self("The wheel.", valueName: "name") }
  static var wheels: Self { Self("The wheels.", valueName: "name") }
}
