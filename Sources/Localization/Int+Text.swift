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
}
