/// A line on standard error with a command's progress. Shown only on a terminal.
struct ProgressLine: Sendable {
  let isShown = StandardStream.error.isTerminal

  func show(_ text: String) {
    if isShown { StandardStream.error.write("\r\(text)\u{1B}[K") }
  }

  func hide() {
    if isShown { StandardStream.error.write("\r\u{1B}[K") }
  }
}
