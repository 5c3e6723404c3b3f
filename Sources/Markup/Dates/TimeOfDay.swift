/// A time of day and its offset from UTC.
struct TimeOfDay {
  var hour: Int
  var minute = 0
  var second = 0
  /// The offset in minutes east of Greenwich.
  var offset = 0

  init(hour: Int, minute: Int = 0, second: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Finds the time after a date: `T18:00:03.899-07:00`, `6:00 pm EST`. Returns nil if there's
  /// none.
  init?(tokens: some Collection<DateToken>) {
    let tokens = Array(tokens)
    guard
      let start = tokens.indices.first(where: { index in
        guard index + 2 < tokens.count, case .number(_, 1...2) = tokens[index],
          tokens[index + 1] == .mark(":"),
          case .number(_, 2) = tokens[index + 2]
        else { return false }
        return true
      }), case .number(let hour, _) = tokens[start],
      case .number(let minute, _) = tokens[start + 2],
      hour < 25, minute < 60
    else { return nil }
    self.init(hour: hour, minute: minute)
    var rest = tokens[(start + 3)...]
    if rest.first == .mark(":"), case .number(let second, 2)? = rest.dropFirst().first, second < 61
    {
      self.second = second
      rest = rest.dropFirst(2)
      if rest.first == .mark(".") || rest.first == .mark(",") { rest = rest.dropFirst(2) }
    }
    if rest.first == .word("pm"), hour < 12 { self.hour += 12 }
    if rest.first == .word("am"), hour == 12 { self.hour = 0 }
    offset = Self.offset(in: rest)
  }

  /// Reads the time after a day in ISO 8601's basic format: `T180003-0700`.
  init?(compact tokens: ArraySlice<DateToken>) {
    guard tokens.first == .word("t"), case .number(let time, 6)? = tokens.dropFirst().first else {
      return nil
    }
    self.init(hour: time / 10_000, minute: time / 100 % 100, second: time % 100)
    guard hour < 25, minute < 60, second < 61 else { return nil }
    offset = Self.offset(in: tokens.dropFirst(2))
  }

  /// Finds the time inside a date whose month is a word. Returns nil if there's none.
  init?(between tokens: ArraySlice<DateToken>) {
    let isNamed = tokens.contains { if case .word = $0 { true } else { false } }
    guard isNamed else { return nil }
    self.init(tokens: tokens)
  }

  /// The seconds after midnight UTC. The time may fall on the previous or the next day.
  var seconds: Int { hour * 3_600 + minute * 60 + second - offset * 60 }

  private static func offset(in tokens: ArraySlice<DateToken>) -> Int {
    for index in tokens.indices {
      switch tokens[index] {
      case .word(let zone): if let minutes = zones[zone] { return minutes }
      case .mark(let sign) where "+-−".contains(sign):
        guard index + 1 < tokens.endIndex, case .number(let number, let digits) = tokens[index + 1]
        else {
          return 0
        }
        var minutes = digits > 2 ? number / 100 * 60 + number % 100 : number * 60
        if digits <= 2, index + 3 < tokens.endIndex, tokens[index + 2] == .mark(":"),
          case .number(let rest, 2) = tokens[index + 3]
        {
          minutes += rest
        }
        return minutes > 14 * 60 ? 0 : (sign == "+" ? minutes : -minutes)
      default: break
      }
    }
    return 0
  }

  /// The zones of RFC 5322, of Europe and of Japan, with their minutes east of Greenwich.
  private static let zones = [
    "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480,
    "pdt": -420,
    "bst": 60, "cet": 60, "cest": 120, "eet": 120, "eest": 180, "msk": 180, "jst": 540,
  ]
}
