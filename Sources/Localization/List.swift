extension Sequence<String> {
  /// The texts one after the other: `a, b, c`.
  package var list: String { joined(separator: localized(", ")) }
}

extension Sequence<String> {
  /// The texts as clauses of one sentence: `a; b; c`.
  package var clauses: String { joined(separator: localized("; ")) }
}

extension Collection<String> {
  /// The texts as part of a sentence that all of them belong to: `a, b and c`.
  package var conjunction: String {
    guard count > 1, let last = Array(self).last else { return joined() }
    return localized("\(dropLast().list) and \(last)")
  }

  /// The texts as part of a sentence that leaves a choice: `a, b or c`.
  package var disjunction: String {
    guard count > 1, let last = Array(self).last else { return joined() }
    return localized("\(dropLast().list) or \(last)")
  }
}

extension String {
  /// A sentence's text as it's written behind a colon or a comma: with a lower-case first letter, in
  /// the languages that write it so. German doesn't, because a noun keeps its capital.
  package var lowercasedFirst: String {
    guard Catalogue.current == nil else { return self }
    return prefix(1).lowercased() + dropFirst()
  }
}
