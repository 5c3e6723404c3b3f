import ArgumentParser
import Localization

/// The valid numbers of an option. Parses the option's value; errors name the valid numbers.
///
///     @Option(parsing: .unconditional, transform: OptionNumber("--limit", from: 1).whole)
///     var limit: Int?
///
/// Options with numbers are parsed unconditionally, because the argument parser otherwise takes
/// `-1` for an option, and reports a missing value.
struct OptionNumber: Sendable {
  private let option: String
  private let range: ClosedRange<Double>
  private let unit: Unit?

  /// What the numbers count.
  enum Unit { case seconds, days, megabytes }

  /// - Parameter range: all valid numbers.
  init(_ option: String, _ range: ClosedRange<Double>, _ unit: Unit? = nil) {
    (self.option, self.range, self.unit) = (option, range, unit)
  }

  init(_ option: String, from first: Double) { self.init(option, first...Double.infinity) }

  /// The time limit of a fetch, in seconds.
  static let timeout = OptionNumber("--timeout", Configuration.timeouts, .seconds)

  /// Parses a number, which may have a fraction.
  @Sendable func any(_ text: String) throws -> Double {
    guard let number = Double(text), range.contains(number) else { throw error(text) }
    return number
  }

  /// Parses a whole number.
  @Sendable func whole(_ text: String) throws -> Int {
    guard let number = Int(text), range.contains(Double(number)) else { throw error(text) }
    return number
  }

  /// Parses a whole number of 64 bits.
  @Sendable func seed(_ text: String) throws -> UInt64 {
    guard let number = UInt64(text) else { throw error(text) }
    return number
  }

  private func error(_ text: String) -> ValidationError {
    let first = Self.text(range.lowerBound)
    let quoted = Double(text) == nil ? "'\(text)'" : text
    guard range.upperBound < .infinity else {
      return ValidationError(
        localized("\(option) takes a number from \(first), not \(quoted)."))
    }
    let last = Self.text(range.upperBound)
    let message =
      switch unit {
      case nil: localized("\(option) takes \(first) to \(last), not \(quoted).")
      case .seconds: localized("\(option) takes \(first) to \(last) seconds, not \(quoted).")
      case .days: localized("\(option) takes \(first) to \(last) days, not \(quoted).")
      case .megabytes: localized("\(option) takes \(first) to \(last) megabytes, not \(quoted).")
      }
    return ValidationError(message)
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
