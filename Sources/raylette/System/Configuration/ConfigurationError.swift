/// What is wrong with the config file. The description is one line for people.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// The file as a person would write it.
  var file: String
  /// From 1; nil where it is the file itself.
  var line: Int?
  var problem: String

  var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)" }
}
