import Markup

/// A tag in a filter: `#swift` and `#"build systems"` for a whole tag, `#c*` for all tags with a
/// prefix.
package struct TagTerm: Hashable, Sendable {
  /// The tag, or its prefix. Empty only for `#*`, which matches any tag.
  package var name: String
  package var isPrefix = false
  package var isExcluded = false

  package init(name: String, isPrefix: Bool = false, isExcluded: Bool = false) {
    self.name = name
    self.isPrefix = isPrefix
    self.isExcluded = isExcluded
  }

  private var key: String { name.tagKey }

  /// Returns a test for tags.
  ///
  ///     let isWanted = TagTerm(name: "c").matcher
  ///     isWanted("C")  // true
  ///     isWanted("c++")  // false
  package var matcher: @Sendable (String) -> Bool {
    let (key, isPrefix) = (key, isPrefix)
    return { tag in isPrefix ? tag.tagKey.hasPrefix(key) : !tag.isEmpty && tag.tagKey == key }
  }

  /// The term as the user would type it, without the `-` of an exclusion. In quotation marks if a
  /// space would end it, or if its last character would be read as a wildcard.
  package var text: String {
    let scalars = name.unicodeScalars
    let isQuoted =
      scalars.first.map { FilterSign.isQuote(Character($0)) } == true || scalars.last == "*"
      || scalars.contains(where: \.properties.isWhitespace)
    let name = isQuoted ? "\"\(name.replacingScalars("\"", with: "\"\""))\"" : name
    return "#\(name)\(isPrefix ? "*" : "")"
  }

  /// Parses a term whose `#`, of any width, is the first scalar of a text. Works on scalars, because a combining
  /// mark may follow the `#` or a quotation mark.
  /// - Parameter isTyped: whether a term at the end of the text may be unfinished, so that it's a
  ///   prefix.
  /// - Returns: the term, whether it may be unfinished, and the text after it.
  package static func parse(
    _ start: Substring, isTyped: Bool
  ) -> (term: TagTerm, isOpen: Bool, rest: Substring) {
    var rest = start.unicodeScalars.dropFirst()
    var name = String.UnicodeScalarView()
    var (isClosed, isPrefix) = (false, false)
    if let closing = rest.first.flatMap({ FilterSign.closingQuotes(Character($0)) }) {
      rest = rest.dropFirst()
      while let scalar = rest.popFirst() {
        if closing.contains(Character(scalar)) {
          guard rest.first == scalar else {
            isClosed = true
            break
          }
          rest = rest.dropFirst()
        }
        name.append(scalar)
      }
      if isClosed, rest.first == "*" {
        isPrefix = true
        rest = rest.dropFirst()
      }
    } else {
      name.append(contentsOf: rest.prefix { !$0.properties.isWhitespace })
      rest = rest.drop { !$0.properties.isWhitespace }
      if name.last == "*" {
        isPrefix = true
        name.removeLast()
      }
    }
    let isOpen = isTyped && rest.isEmpty && !isClosed && !isPrefix && !name.isEmpty
    return (
      TagTerm(name: String(name), isPrefix: isPrefix || isOpen), isOpen, Substring(rest)
    )
  }
}

extension String {
  /// Replaces scalars, including those inside a character.
  func replacingScalars(_ scalar: Unicode.Scalar, with text: String) -> String {
    var replaced = UnicodeScalarView()
    for other in unicodeScalars {
      if other == scalar {
        replaced.append(contentsOf: text.unicodeScalars)
      } else {
        replaced.append(other)
      }
    }
    return String(replaced)
  }
}
