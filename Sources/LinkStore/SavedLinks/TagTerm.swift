import Markup

/// A tag in a filter: `#swift` and `#"build systems"` for a whole tag, `#c*` for all that begin with it.
struct TagTerm: Hashable, Sendable {
  /// The tag, or its beginning. Empty only for `#*`, which is any tag.
  var name: String
  var isPrefix = false
  var isExcluded = false

  private var key: String { name.tagKey }

  /// Returns a test for tags.
  ///
  ///     let isWanted = TagTerm(name: "c").matcher
  ///     isWanted("C")  // true
  ///     isWanted("c++")  // false
  var matcher: @Sendable (String) -> Bool {
    let (key, isPrefix) = (key, isPrefix)
    return { tag in isPrefix ? tag.tagKey.hasPrefix(key) : !tag.isEmpty && tag.tagKey == key }
  }

  /// The term as it's typed, without the `-` of an exclusion. In quotation marks if a space would end
  /// it, or if its end would read as a `*` for more.
  var text: String {
    let scalars = name.unicodeScalars
    let isQuoted =
      scalars.first == "\"" || scalars.last == "*"
      || scalars.contains(where: \.properties.isWhitespace)
    let name = isQuoted ? "\"\(name.replacingScalars("\"", with: "\"\""))\"" : name
    return "#\(name)\(isPrefix ? "*" : "")"
  }

  /// Parses a term whose `#` is the first scalar of a text. By scalar, because a mark may follow the
  /// `#` or a quotation mark.
  /// - Parameter isTyped: Whether a term at the end of the text may still go on. It's a prefix then.
  /// - Returns: The term, whether it may still go on, and the text after it.
  static func parse(
    _ start: Substring, isTyped: Bool
  ) -> (term: TagTerm, isOpen: Bool, rest: Substring) {
    var rest = start.unicodeScalars.dropFirst()
    var name = String.UnicodeScalarView()
    var (isClosed, isPrefix) = (false, false)
    if rest.first == "\"" {
      rest = rest.dropFirst()
      while let scalar = rest.popFirst() {
        if scalar == "\"" {
          guard rest.first == "\"" else {
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

  /// An expression of FTS5 that finds every link with the tag, and others, or nil if there's none.
  ///
  /// Not for the beginnings of tags, which mostly find so many links that reading all tags is faster.
  /// Only for ASCII, because the index and ``tagKey`` don't fold the same letters of other scripts.
  var candidates: String? {
    guard !isPrefix, name.utf8.allSatisfy({ $0 < 0x80 }),
      name.contains(where: { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "#" })
    else { return nil }
    return "tags : " + SavedFilter.Term.quoted(name)
  }
}

extension String {
  /// Replaces scalars, also those that are a part of a character.
  fileprivate func replacingScalars(_ scalar: Unicode.Scalar, with text: String) -> String {
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
