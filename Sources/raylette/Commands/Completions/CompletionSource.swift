import ArgumentParser

/// What an argument's values are, if they aren't fixed.
enum CompletionSource: String, CaseIterable {
  case tags, themes, filters
  /// Wheels by name.
  case wheelNames
  /// What a wheel can be narrowed to.
  case topics, languages, hosts
  /// Wheels by name, and files.
  case wheels

  var takesFiles: Bool { self == .wheels }
}

extension CompletionKind {
  /// Values that the program finds when they're asked for.
  ///
  /// The parser's dump has a place for the text of a shell command, which keeps the source's name.
  /// It's never run: the completion scripts ask the program instead.
  static func source(_ source: CompletionSource) -> CompletionKind {
    .shellCommand(source.rawValue)
  }
}
