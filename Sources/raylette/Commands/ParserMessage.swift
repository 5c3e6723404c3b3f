import Localization

/// A message of the argument parser in the reader's language.
struct ParserMessage {
  let text: String

  /// - Parameter message: the parser's message in English. Stays as it is if it's of no known form,
  ///   such as our own messages.
  init(_ message: String) {
    text = Catalogue.current == nil ? message : Self.translation(of: message) ?? message
  }

  private static func translation(of message: String) -> String? {
    if let match = message.wholeMatch(of: /Unknown option '(.*)'\. Did you mean '(.*)'\?/) {
      return [
        UsageError.unknownOption(named: String(match.1)),
        NearestName.question(about: String(match.2)),
      ].paragraph
    }
    if let match = message.wholeMatch(of: /Unknown option '([^\n]*)'/) {
      return UsageError.unknownOption(named: String(match.1))
    }
    if let match = message.wholeMatch(of: /Missing value for '(.*)'/) {
      return localized("Missing value for '\(match.1)'.")
    }
    if let match = message.wholeMatch(of: /Missing expected argument '(.*)'/) {
      return localized("Missing expected argument '\(match.1)'.")
    }
    if let match = message.wholeMatch(of: /Missing one of: '(.*)'/) {
      return localized("Missing one of: \(list(match.1)).")
    }
    if let match = message.wholeMatch(of: /Unexpected argument '((?s).*)'/) {
      return localized("Unexpected argument '\(match.1)'.")
    }
    if let match = message.wholeMatch(of: /[0-9]+ unexpected arguments: '((?s).*)'/) {
      return localized("Unexpected arguments: \(list(match.1)).")
    }
    return optionValue(message)
  }

  private static func optionValue(_ message: String) -> String? {
    if let match = message.wholeMatch(
      of: /The option '(.*)' does not take any value, but '((?s).*)' was specified\./)
    {
      return localized("\(match.1) takes no value, but '\(match.2)' was given.")
    }
    if let match = message.wholeMatch(
      of: /Value to be set with flag '(.*)' had already been set with flag '(.*)'/)
    {
      return localized("\(match.1) and \(match.2) exclude each other.")
    }
    if let match = message.wholeMatch(
      of: /Unknown option '(.*)'\n   or: Missing value for '(.*)' in '.*'/)
    {
      return localized(
        "Unknown option '\(match.1)', or a missing value for '\(match.2)'.")
    }
    guard let match = message.wholeMatch(of: /The value '((?s).*)' is invalid for '(.*?)'((?s).*)/)
    else { return nil }
    let valid = match.3.matches(of: /'([^']+)'/).map { String($0.1) }
    return valid.isEmpty
      ? localized("The value '\(match.1)' is invalid for '\(match.2)'.")
      : localized(
        "'\(match.2)' takes \(valid.disjunction), not '\(match.1)'.")
  }

  /// The quoted texts between two quotation marks.
  private static func list(_ texts: Substring) -> String {
    texts.split(separator: "', '").map { "'\($0)'" }.list
  }
}
