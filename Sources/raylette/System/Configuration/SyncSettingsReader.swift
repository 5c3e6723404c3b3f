import Localization
import LinkExchange
import Foundation

extension SyncSettings {
  /// The valid intervals between exchanges, in minutes.
  static let intervals: ClosedRange<Double> = 1...1440

  /// Reads the value of `sync`, and adds its problems.
  init(_ value: YAMLValue, _ problems: inout [ConfigurationError]) {
    self.init()
    var recipients: [String] = []
    var identity: String?
    let count = problems.count
    let fields = value.fields(
      known: ["automatic", "every", "wheels", "recipients", "identity"], &problems)
    for (key, value) in fields where key != "recipients" {
      problems.collect { () throws(ConfigurationError) -> Void in
        switch key {
        case "automatic": isAutomatic = try value.bool()
        case "wheels": hasWheels = try value.bool()
        case "identity":
          let path = try value.text()
          guard path.hasPrefix("/") || path.hasPrefix("~/") else {
            throw value.fail(localized("identity takes the path of a file with a key, from / or ~"))
          }
          identity = path
        default: interval = .seconds(try Self.minutes(value) * 60)
        }
      }
    }
    for (key, value) in fields where key == "recipients" {
      let items = problems.collect { () throws(ConfigurationError) in
        try value.items(localized("a list of public keys"))
      }
      recipients = (items ?? []).compactMap { item in
        problems.collect { () throws(ConfigurationError) in try Self.recipient(item) }
      }
    }
    // The missing key may be the one with the mistake.
    guard problems.count == count else { return }
    if let identity {
      keys = .init(recipients: recipients, identity: identity)
    } else if !recipients.isEmpty {
      problems.append(
        value.fail(
          localized(
            "\(value.name) takes recipients, your own key among them, together with identity")))
    }
  }

  /// The values in the form of the config file.
  var values: [String: SettingValue] {
    var values: [String: SettingValue] = [
      "automatic": .bool(isAutomatic), "every": .text("\(Int(interval / .seconds(60))) minutes"),
      "wheels": .bool(hasWheels),
    ]
    if let keys {
      if !keys.recipients.isEmpty {
        values["recipients"] = .list(keys.recipients.map { .text($0) })
      }
      values["identity"] = .text(keys.identity)
    }
    return values
  }

  /// Parses a public key. Any other text might be taken for an option of age.
  private static func recipient(_ value: YAMLValue) throws(ConfigurationError) -> String {
    let text = try value.text()
    guard SyncRecipient.isValid(text) else {
      throw value.fail(localized("recipients takes public keys: age1… or ssh-…"))
    }
    return text
  }

  /// Parses a number of minutes, with or without a unit.
  private static func minutes(_ value: YAMLValue) throws(ConfigurationError) -> Double {
    let words = (try value.text()).split(separator: " ")
    guard let number = words.first.flatMap({ Double($0) }), words.count < 3,
      words.count == 1 || ["minute", "minutes"].contains(words[1]),
      intervals.contains(number)
    else { throw value.fail(localized("\(value.name) takes 1 to 1440 minutes")) }
    return number
  }
}
