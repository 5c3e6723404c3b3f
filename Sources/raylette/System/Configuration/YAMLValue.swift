import Localization
import Markup
import LinkPreview
import Yams

/// A value in a config file. Its errors contain its line.
struct YAMLValue {
  let file: String
  let node: Node
  /// The name of the value's key, for errors: `timeout`.
  let name: String

  func fail(_ problem: String) -> ConfigurationError {
    ConfigurationError(
      file: file, line: node.mark?.line, column: node.mark?.column, problem: problem)
  }

  /// Returns the value's text on one line, or fails if it's longer than a limit.
  func line(limit: Int) throws(ConfigurationError) -> String {
    try line(of: try text(), limit: limit)
  }

  /// Returns a text of this value on one line, or fails if it's longer than a limit.
  func line(of text: String, limit: Int) throws(ConfigurationError) -> String {
    let line = PlainText.folded(text, limit: max(1, text.unicodeScalars.count)) ?? ""
    guard line.unicodeScalars.count <= limit else {
      throw fail(localized("\(name) has more than \(limit.grouped) characters"))
    }
    return line
  }

  /// The position in the file.
  var source: SettingSource { .file(line: node.mark?.line, column: node.mark?.column) }

  /// Whether the value is empty, as in a key without a value.
  var isEmpty: Bool { node.null != nil }

  /// Returns the values of a mapping by key, in the order of the file. Throws the first problem.
  /// - Parameter known: the valid keys, or nil for any.
  func fields(known: [String]?) throws(ConfigurationError) -> [(key: String, value: YAMLValue)] {
    var problems: [ConfigurationError] = []
    let fields = self.fields(known: known, &problems)
    if let first = problems.first { throw first }
    return fields
  }

  /// Returns the values of a mapping's valid keys, and adds a problem for each other key.
  func fields(
    known: [String]?, _ problems: inout [ConfigurationError]
  ) -> [(key: String, value: YAMLValue)] {
    guard let mapping = node.mapping else {
      problems.append(fail(localized("\(name) takes keys with values")))
      return []
    }
    var fields: [(String, YAMLValue)] = []
    for (key, value) in mapping {
      let keyValue = YAMLValue(file: file, node: key, name: name)
      guard let text = key.scalar?.string, !text.isEmpty else {
        problems.append(keyValue.fail(localized("\(name) has a key that is no word")))
        continue
      }
      if let known, !known.contains(text) {
        let (key, list) = (Self.plain(text), known.list)
        problems.append(
          keyValue.fail(
            name == Self.root
              ? localized("unknown key \"\(key)\"; there is \(list)")
              : localized("unknown key \"\(key)\" in \(name); there is \(list)")))
        continue
      }
      fields.append((text, YAMLValue(file: file, node: value, name: Self.plain(text))))
    }
    return fields
  }

  /// The name of the file's root mapping.
  static var root: String { localized("the file") }

  func bool() throws(ConfigurationError) -> Bool {
    // Variables usually have 1 and 0. Only values from a file have a position.
    let digit = node.mark == nil ? ["1": true, "0": false][node.scalar?.string ?? ""] : nil
    guard let value = node.bool ?? digit else {
      throw fail(
        instead.map { localized("\(name) takes true or false, not \"\($0)\"") }
          ?? localized("\(name) takes true or false"))
    }
    return value
  }

  func number(in range: ClosedRange<Double>) throws(ConfigurationError) -> Double {
    guard let value = node.float, range.contains(value) else {
      let ends = [range.lowerBound, range.upperBound].map {
        $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
      }
      throw fail(
        instead.map { localized("\(name) takes \(ends[0]) to \(ends[1]), not \"\($0)\"") }
          ?? localized("\(name) takes \(ends[0]) to \(ends[1])"))
    }
    return value
  }

  func text() throws(ConfigurationError) -> String {
    guard let text = node.scalar?.string, !text.isEmpty, !text.contains("\0") else {
      throw fail(localized("\(name) takes a text"))
    }
    return text
  }

  func word(of words: [String]) throws(ConfigurationError) -> String {
    guard let text = node.scalar?.string, words.contains(text) else { throw noneOf(words) }
    return text
  }

  /// Returns the case whose raw value is the text.
  func word<Value: RawRepresentable<String>>(
    of values: some Collection<Value>
  ) throws(ConfigurationError) -> Value {
    guard let text = node.scalar?.string, let value = values.first(where: { $0.rawValue == text })
    else { throw noneOf(values.map(\.rawValue)) }
    return value
  }

  private func noneOf(_ words: [String]) -> ConfigurationError {
    let choice = words.disjunction
    return fail(
      instead.map { localized("\(name) takes \(choice), not \"\($0)\"") }
        ?? localized("\(name) takes \(choice)"))
  }

  func items(_ expected: String) throws(ConfigurationError) -> [YAMLValue] {
    guard let sequence = node.sequence else { throw fail(localized("\(name) takes \(expected)")) }
    return sequence.map { YAMLValue(file: file, node: $0, name: name) }
  }

  /// The value for an error message. Nil if it's too long or isn't a scalar.
  private var instead: String? {
    guard let text = node.scalar?.string, text.count <= 40 else { return nil }
    return Self.plain(text)
  }

  /// Removes control sequences, because the file may come from somebody else.
  static func plain(_ text: String) -> String { PlainText.folded(text) ?? "" }
}
