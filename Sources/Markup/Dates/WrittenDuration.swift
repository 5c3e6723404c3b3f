/// Reads how long something takes, as pages write it.
package enum WrittenDuration {
  /// `PT1H5M` (ISO 8601), `95` (seconds), `1:35`, `4 min`, `1.5 hours`; nil for anything else.
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

  /// The sum of all numbers with a unit behind them; 0 where a unit is none of time. A number has
  /// six digits at most, so the sum is far from any limit.
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
