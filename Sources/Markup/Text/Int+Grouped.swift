extension Int {
  /// The number with commas between thousands: `1,500`.
  package var grouped: String {
    var digits = String(magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits[...], at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
