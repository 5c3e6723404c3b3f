import Localization

extension Duration {
  /// The duration in seconds as people write it: `5 s`, `0.3 s`.
  package var secondsText: String {
    let (seconds, attoseconds) = components
    let tenths = (Double(seconds) * 10 + Double(attoseconds) / 1e17).rounded() / 10
    let whole = Int(exactly: tenths)
    return localized("\(whole.map(String.init) ?? String(tenths)) s")
  }
}
