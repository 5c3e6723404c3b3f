import LinkPreview
import Localization
import Markup
import Yams

/// A value in a config file. What's wrong with it is added to the file's problems, with its line.
struct YAMLValue {
  let file: String
  let node: Node
  /// The name of the value's key, for errors: `timeout`.
  let name: String
  let problems: ConfigurationProblems

  func report(_ problem: String) {
    problems.add(
      ConfigurationError(
        file: file, line: node.mark?.line, column: node.mark?.column, problem: problem))
  }

  /// Reports a problem, and returns nil in place of the value.
  func fail<Value>(_ problem: String) -> Value? {
    report(problem)
    return nil
  }

  /// A part of the value.
  func part(_ node: Node, name: String? = nil) -> YAMLValue {
    YAMLValue(file: file, node: node, name: name ?? self.name, problems: problems)
  }

  /// Returns the value's text on one line, or nil if it's longer than a limit.
  func line(limit: Int) -> String? { text().flatMap { line(of: $0, limit: limit) } }

  /// Returns a text of this value on one line, or nil if it's longer than a limit.
  func line(of text: String, limit: Int) -> String? {
    let line = PlainText.folded(text, limit: max(1, text.unicodeScalars.count)) ?? ""
    return line.unicodeScalars.count <= limit
      ? line : fail(localized("\(name) has more than \(limit.grouped) characters"))
  }

  /// The position in the file.
  var source: SettingSource { .file(line: node.mark?.line, column: node.mark?.column) }

  /// Whether the value is empty, as in a key without a value.
  var isEmpty: Bool { node.null != nil }

  /// Returns the values of a mapping's valid keys, in the order of the file.
  /// - Parameter known: the valid keys, or nil for any.
  func fields(known: [String]?) -> [(key: String, value: YAMLValue)] {
    guard let mapping = node.mapping else {
      report(localized("\(name) takes keys with values"))
      return []
    }
    return mapping.compactMap { key, value -> (key: String, value: YAMLValue)? in
      guard let text = key.scalar?.string, !text.isEmpty else {
        return part(key).fail(localized("\(name) has a key that is no word"))
      }
      if let known, !known.contains(text) {
        let (plain, list) = (Self.plain(text), known.list)
        return part(key).fail(
          name == Self.root
            ? localized("unknown key \"\(plain)\"; there is \(list)")
            : localized("unknown key \"\(plain)\" in \(name); there is \(list)"))
      }
      return (text, part(value, name: Self.plain(text)))
    }
  }

  /// The name of the file's root mapping.
  static var root: String { localized("the file") }

  func bool() -> Bool? {
    // Variables usually have 1 and 0. Only values from a file have a position.
    let digit = node.mark == nil ? ["1": true, "0": false][node.scalar?.string ?? ""] : nil
    return node.bool ?? digit
      ?? fail(
        instead.map { localized("\(name) takes true or false, not \"\($0)\"") }
          ?? localized("\(name) takes true or false"))
  }

  func number(in range: ClosedRange<Double>) -> Double? {
    if let value = node.float, range.contains(value) { return value }
    let ends = [range.lowerBound, range.upperBound].map {
      $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
    }
    return fail(
      instead.map { localized("\(name) takes \(ends[0]) to \(ends[1]), not \"\($0)\"") }
        ?? localized("\(name) takes \(ends[0]) to \(ends[1])"))
  }

  func text() -> String? {
    guard let text = node.scalar?.string, !text.isEmpty, !text.contains("\0") else {
      return fail(localized("\(name) takes a text"))
    }
    return text
  }

  func word(of words: [String]) -> String? {
    if let text = node.scalar?.string, words.contains(text) { return text }
    let choice = words.disjunction
    return fail(
      instead.map { localized("\(name) takes \(choice), not \"\($0)\"") }
        ?? localized("\(name) takes \(choice)"))
  }

  /// Returns the case whose raw value is the text.
  func word<Value: CaseIterable & RawRepresentable<String>>(of type: Value.Type) -> Value? {
    word(of: type.allCases.map(\.rawValue)).flatMap(Value.init)
  }

  func items(_ expected: String) -> [YAMLValue]? {
    node.sequence?.map { part($0) } ?? fail(localized("\(name) takes \(expected)"))
  }

  /// The value for an error message. Nil if it's too long or isn't a scalar.
  private var instead: String? {
    guard let text = node.scalar?.string, text.count <= 40 else { return nil }
    return Self.plain(text)
  }

  /// Removes control sequences, because the file may come from somebody else.
  static func plain(_ text: String) -> String { PlainText.folded(text) ?? "" }
}
