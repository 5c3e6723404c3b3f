extension StringProtocol {
  /// The form in which tags are compared, wherever that is: without case. Strings compare letters
  /// and their marks in any spelling, so `é` of one and of two scalars are the same tag.
  ///
  ///     "To Read".tagKey == "to read".tagKey  // true
  public var tagKey: String { lowercased() }
}
