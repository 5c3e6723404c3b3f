import Localization

extension Duration {
  /// The duration in seconds as people write it: `5 s`, `0.3 s`.
  package var secondsText: String {
    let (seconds, attoseconds) = components
    // Far more than there is time would be no whole number.
    let tenths = Int(exactly: (Double(seconds) * 10 + Double(attoseconds) / 1e17).rounded()) ?? .max
    return localized("\(tenths % 10 == 0 ? String(tenths / 10) : tenths.tenths) s")
  }
}
