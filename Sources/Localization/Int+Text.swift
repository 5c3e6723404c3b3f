extension Int {
  /// The number as the reader's language writes it, such as `1,240`.
  package var grouped: String {
    let separator = Catalogue.current?.language.groupSeparator ?? ","
    var digits = String(magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits[...], at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: separator)
  }

  /// A number of tenths as the reader's language writes it, always with its decimal, so that a running
  /// time doesn't jump: `0.0`, `1.2`.
  package var tenths: String {
    let separator = Catalogue.current?.language.decimalSeparator ?? "."
    let digits = String(magnitude)
    let tenth = digits.suffix(1)
    let whole = digits.dropLast().isEmpty ? "0" : digits.dropLast()
    return (self < 0 ? "-" : "") + whole + separator + tenth
  }
}
