/// A text for people, written in English, with the values that are filled in. The text with numbers for
/// the values is its key in the catalogues of other languages.
///
/// ```swift
/// localized("Moved to \(host).")  // Its key is "Moved to {0}."
/// localized("Saved \(count, "link").")  // "Saved {0} link.", and "Saved {0} links." as its plural
/// ```
package struct LocalizedText: ExpressibleByStringInterpolation, Sendable {
  /// The text in English, as it's stored; `String.translated` translates it where it's shown.
  package let english: String
  /// The English text with `{0}`, `{1}` and so on for values, and braces of its own doubled. With a
  /// number, it's the form for 1.
  let key: String
  /// What the first number in the text is, and the English form for any other number than 1.
  let plural: (count: Int, key: String)?
  let values: [String]

  package init(stringLiteral text: String) {
    english = text
    key = text.withDoubledBraces
    plural = nil
    values = []
  }

  package init(stringInterpolation text: StringInterpolation) {
    english = text.english
    key = text.key
    plural = text.count.map { ($0, text.pluralKey) }
    values = text.values
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var english = ""
    fileprivate var key = ""
    fileprivate var pluralKey = ""
    fileprivate var count: Int?
    fileprivate var values: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      english.reserveCapacity(literalCapacity + 8 * interpolationCount)
      key.reserveCapacity(literalCapacity + 3 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ text: String) {
      english += text
      let text = text.withDoubledBraces
      key += text
      pluralKey += text
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(value.description)
    }

    /// Adds a number with its noun, and whatever else depends on the number. The first number of a text
    /// decides which form of a translation is used.
    /// - Parameters:
    ///   - one: the noun for 1.
    ///   - other: the noun for any other number, if it isn't made by adding an s.
    package mutating func appendInterpolation(
      _ count: Int, _ one: StaticString, _ other: StaticString? = nil
    ) {
      self.count = self.count ?? count
      append(count.grouped)
      let one = "\(one)"
      let other = other.map { "\($0)" } ?? one + "s"
      english += " " + (count == 1 ? one : other)
      key += " " + one
      pluralKey += " " + other
    }

    private mutating func append(_ value: String) {
      english += value
      key += "{\(values.count)}"
      pluralKey += "{\(values.count)}"
      values.append(value)
    }
  }

  /// The text in the reader's language.
  package var text: String { text(in: nil) }

  fileprivate func text(in context: StaticString?) -> String {
    guard let catalogue = Catalogue.current else { return english }
    guard let translation = catalogue.translation(of: self, context: context.map { "\($0)" }) else {
      return english
    }
    return filled(into: translation)
  }

  /// Returns a translation with the values in their places.
  /// - Parameter translation: with the same placeholders as the key, in any order.
  private func filled(into translation: String) -> String {
    guard translation.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
    else { return translation }
    var text = ""
    var rest = translation[...]
    while let brace = rest.firstIndex(where: \.isBrace) {
      text += rest[..<brace]
      rest = rest[brace...]
      let number = rest.dropFirst().prefix { $0 != "}" }
      if rest.first == "{", let index = Int(number), values.indices.contains(index),
        number.endIndex < rest.endIndex
      {
        text += values[index]
        rest = rest[rest.index(after: number.endIndex)...]
      } else {
        // The first of two, which stand for one.
        text.append(rest.removeFirst())
        if rest.first == text.last { rest.removeFirst() }
      }
    }
    return text + rest
  }
}

extension Character {
  fileprivate var isBrace: Bool { self == "{" || self == "}" }
}

extension String {
  fileprivate var withDoubledBraces: String {
    contains("{") || contains("}")
      ? replacing("{", with: "{{").replacing("}", with: "}}") : self
  }
}

/// Returns a text in the reader's language. A text is a whole sentence or name, never a piece of one,
/// because other languages order and inflect words differently.
/// - Parameters:
///   - text: the text in English.
///   - context: tells what's meant if English has one word where other languages have two.
package func localized(_ text: LocalizedText, context: StaticString) -> String {
  text.text(in: context)
}

/// Returns a text in the reader's language. A text is a whole sentence or name, never a piece of one,
/// because other languages order and inflect words differently.
package func localized(_ text: LocalizedText) -> String { text.text }

extension String {
  /// A text of ours that was made in English, such as a reason in an error that may be stored, in the
  /// reader's language. Other texts, and those with values, stay as they are.
  package var translated: String {
    Catalogue.current?.translation(of: LocalizedText(stringLiteral: self), context: nil) ?? self
  }
}
