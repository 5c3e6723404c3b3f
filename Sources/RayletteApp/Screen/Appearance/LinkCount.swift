extension Int {
  /// `1 link`, `12 links`, `1,500 links`.
  public var linkCount: String { self == 1 ? "1 link" : "\(grouped) links" }

  /// The number with commas between thousands: `1,500`.
  public var grouped: String {
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
