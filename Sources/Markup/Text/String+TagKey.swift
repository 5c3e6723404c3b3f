extension StringProtocol {
  /// The form in which tags are compared everywhere: in lower case. String comparison ignores how
  /// accents are encoded, so `é` as one and as two scalars are the same tag.
  ///
  ///     "To Read".tagKey == "to read".tagKey  // true
  public var tagKey: String { lowercased() }
}
