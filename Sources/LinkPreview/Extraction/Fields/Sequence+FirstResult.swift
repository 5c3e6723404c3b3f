extension Sequence {
  /// The first result that isn't nil. A lazy sequence would compute that result twice: to find it,
  /// and to return it.
  func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = transform(element) { return result }
    }
    return nil
  }
}
