import ArgumentParser
import Localization

/// The explanations of arguments that several commands have.
extension ArgumentHelp {
  static var jsonLines: Self { Self(localized("Print one JSON object per line.")) }
  static var jsonLinesForCards: Self {
    Self(localized("Print one JSON object per line instead of cards."))
  }
  static var order: Self { Self(localized("The order of the list.")) }

  static var links: Self {
    Self(localized("The links; - reads them from standard input."), valueName: "address")
  }
  static var savedAddresses: Self {
    Self(
      localized("Addresses of saved links; - reads them from standard input."), valueName: "address"
    )
  }
  static var filter: Self { Self(localized("The links that match a filter."), valueName: "filter") }
  static var timeout: Self {
    Self(localized("The time limit of a fetch, 0.1 to 600."), valueName: "seconds")
  }
  static var publicKeys: Self { Self(localized("Public keys."), valueName: "key") }
  static var wheel: Self { Self(localized("The wheel."), valueName: "name") }
  static var wheels: Self { Self(localized("The wheels."), valueName: "name") }
}
