import LinkStore

extension ReadingState {
  /// How far a page was read, for a list. Nil for one that wasn't read.
  var shortText: String? {
    if readAt != nil { return "read" }
    return place.flatMap { $0.progress > 0 ? $0.percent : nil }
  }
}

extension AppState {
  /// How far the page in the reader is read, for the footer. Nil if it isn't on screen.
  var readingProgress: String? {
    guard focus == .reader, let page, let place = place(of: page) else { return nil }
    return place.percent
  }
}
