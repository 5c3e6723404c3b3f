/// Parses durations in the forms that pages use.
package enum WrittenDuration {
  /// Parses `PT1H5M` (ISO 8601), `95` (seconds), `1:35`, `4 min` or `1.5 hours`. Returns nil for
  /// any other text.
  package static func duration(_ text: String) -> Duration? {
    let tokens = DateToken.tokens(of: text)
    let numbers = tokens.compactMap { token -> Int? in
      if case .number(let number, 1...6) = token { number } else { nil }
    }
    guard !numbers.isEmpty else { return nil }
    if tokens.count == 1 { return .seconds(numbers[0]) }
    if tokens.contains(.mark(":")), numbers.count <= 3, tokens.count == 2 * numbers.count - 1 {
      return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
    }
    let seconds = total(of: tokens).rounded()
    return seconds > 0 ? .seconds(Int64(seconds)) : nil
  }

  /// Returns the sum of all numbers followed by a unit, in seconds, or 0 if a unit isn't one of
  /// time. A number has at most six digits, so the sum stays far from any limit.
  private static func total(of tokens: [DateToken]) -> Double {
    var seconds = 0.0
    var pending: Double?
    for (index, token) in tokens.enumerated() {
      switch token {
      case .number(let number, let digits) where digits <= 6:
        if let whole = pending, index > 0, [.mark("."), .mark(",")].contains(tokens[index - 1]) {
          pending = whole + Double(number) / (0..<digits).reduce(1) { power, _ in power * 10 }
        } else {
          pending = Double(number)
        }
      case .number: pending = nil
      case .word(let unit):
        guard let number = pending else { continue }
        guard let length = length(ofUnit: unit) else { return 0 }
        seconds += number * length
        pending = nil
      case .mark: continue
      }
    }
    return seconds
  }

  private static func length(ofUnit unit: String) -> Double? {
    switch unit {
    case "h", "hr", "hrs", "hour", "hours", "std", "heures": 3_600
    case "m", "min", "mins", "minute", "minutes", "minuten", "minuti", "minutos": 60
    case "s", "sec", "secs", "second", "seconds": 1
    case "d", "dt", "day", "days": 86_400
    default: unit.hasPrefix("min") ? 60 : unit.hasPrefix("мин") || unit.hasPrefix("分") ? 60 : nil
    }
  }
}
