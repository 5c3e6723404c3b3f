/// Reads how long something takes, as pages write it.
enum WrittenDuration {
  /// `PT1H5M` (ISO 8601), `95` (seconds), `1:35`, `4 min`, `6 minutes`; nil for anything else.
  static func duration(_ text: String) -> Duration? {
    let tokens = DateToken.tokens(of: text)
    let numbers = tokens.compactMap { token -> Int? in
      if case .number(let number, 1...6) = token { number } else { nil }
    }
    guard !numbers.isEmpty else { return nil }
    if tokens.count == 1 { return .seconds(numbers[0]) }
    if tokens.contains(.mark(":")), numbers.count <= 3, tokens.count == 2 * numbers.count - 1 {
      return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
    }
    var seconds = 0
    var pending: Int?
    for token in tokens {
      switch token {
      case .number(let number, _): pending = number
      case .word(let unit):
        guard let number = pending else { continue }
        guard let length = length(ofUnit: unit) else { return nil }
        seconds += number * length
        pending = nil
      case .mark: continue
      }
    }
    return seconds > 0 ? .seconds(seconds) : nil
  }

  private static func length(ofUnit unit: String) -> Int? {
    switch unit {
    case "h", "hr", "hrs", "hour", "hours", "std", "heures": 3_600
    case "m", "min", "mins", "minute", "minutes", "minuten", "minuti", "minutos": 60
    case "s", "sec", "secs", "second", "seconds": 1
    case "d", "dt", "day", "days": 86_400
    default: unit.hasPrefix("min") ? 60 : unit.hasPrefix("мин") || unit.hasPrefix("分") ? 60 : nil
    }
  }
}
