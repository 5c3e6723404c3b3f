import ArgumentParser

/// The source of an argument's values, if they aren't a fixed list.
enum CompletionSource: String, CaseIterable {
  case tags, themes, filters
  /// The names of wheels.
  case wheelNames
  /// The values that a wheel can be narrowed to.
  case topics, languages, hosts
  /// The names of wheels, and files.
  case wheels

  var takesFiles: Bool { self == .wheels }
}

extension CompletionKind {
  /// Values that the program finds when the shell requests them.
  ///
  /// The parser's dump has a field for a shell command, which holds the source's name here. The
  /// command is never run, because the completion scripts ask the program instead.
  static func source(_ source: CompletionSource) -> CompletionKind {
    .shellCommand(source.rawValue)
  }
}
