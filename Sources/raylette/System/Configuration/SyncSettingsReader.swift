import Foundation
import LinkExchange
import Localization
import Markup

extension SyncSettings {
  /// The valid intervals between exchanges, in minutes.
  static let intervals: ClosedRange<Double> = 1...1440

  /// Reads the value of `sync`.
  init(_ value: YAMLValue) {
    self.init()
    var recipients: [String] = []
    var identity: String?
    let count = value.problems.all.count
    for (key, value) in value.fields(
      known: ["automatic", "every", "wheels", "recipients", "identity"])
    {
      switch key {
      case "automatic": isAutomatic = value.bool() ?? isAutomatic
      case "wheels": hasWheels = value.bool() ?? hasWheels
      case "recipients":
        recipients =
          value.items(localized("a list of public keys"))?.compactMap(Self.recipient) ?? []
      case "identity":
        identity = value.text()
        if let identity, !identity.hasPrefix("/"), !identity.hasPrefix("~/") {
          value.report(localized("identity takes the path of a file with a key, from / or ~"))
        }
      default: interval = Self.minutes(value).map { .seconds($0 * 60) } ?? interval
      }
    }
    // The missing key may be the one with the mistake.
    guard value.problems.all.count == count else { return }
    if let identity {
      keys = .init(recipients: recipients, identity: identity)
    } else if !recipients.isEmpty {
      value.report(
        localized(
          "\(value.name) takes recipients, your own key among them, together with identity"))
    }
  }

  /// The values in the form of the config file.
  var json: JSONValue {
    var object: JSONObject = [
      "automatic": isAutomatic, "every": "\(Int(interval / .seconds(60))) minutes",
      "wheels": hasWheels,
    ]
    if let keys {
      if !keys.recipients.isEmpty { object.append("recipients", keys.recipients.json) }
      object.append("identity", keys.identity.json)
    }
    return object.json
  }

  /// Parses a public key. Any other text might be taken for an option of age.
  private static func recipient(_ value: YAMLValue) -> String? {
    guard let text = value.text() else { return nil }
    return SyncRecipient.isValid(text)
      ? text : value.fail(localized("recipients takes public keys: age1… or ssh-…"))
  }

  /// Parses a number of minutes, with or without a unit.
  private static func minutes(_ value: YAMLValue) -> Double? {
    guard let words = value.text()?.split(separator: " ") else { return nil }
    guard let number = words.first.flatMap({ Double($0) }), words.count < 3,
      words.count == 1 || ["minute", "minutes"].contains(words[1]),
      intervals.contains(number)
    else { return value.fail(localized("\(value.name) takes 1 to 1440 minutes")) }
    return number
  }
}
