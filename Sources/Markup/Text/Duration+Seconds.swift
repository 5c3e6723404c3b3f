import Localization

extension Duration {
  /// The duration in seconds as people write it: `5 s`, `0.3 s`.
  package var secondsText: String {
    let (seconds, attoseconds) = components
    let part = Int((Double(attoseconds) / 1e17).rounded())
    let (tenths, overflows) = Int(seconds).multipliedReportingOverflow(by: 10)
    // So long a time needs no decimal.
    if overflows { return localized("\(seconds) s") }
    let all = tenths + part
    return localized("\(all % 10 == 0 ? String(all / 10) : all.tenths) s")
  }
}
