import Foundation

/// A declaration that other packages can see, found by reading the source line by line, which the
/// project's format makes possible: one declaration begins on a line, indented by its depth.
struct PublicDeclaration {
  /// `Sources/Links/Wheels/Wheel.swift:2`.
  let place: String
  /// The line without its indentation.
  let text: String
  let isDocumented: Bool

  /// The declared name; nil for an initializer, a subscript, and cases of an enum.
  var name: String? {
    let words = text.split(separator: " ")
    guard let index = words.firstIndex(where: Self.kinds.contains), index + 1 < words.count else {
      return nil
    }
    let name = words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }

  private static let kinds: Set<Substring> = [
    "struct", "enum", "class", "actor", "protocol", "typealias", "func", "var", "let",
  ]

  /// Whether a protocol of the standard library or Foundation says what the declaration means.
  var isRequirement: Bool {
    [
      "func encode(to ", "init(from decoder:", "func hash(into ", "static func == ",
      "static func < ", "var description: ", "var errorDescription: ", "struct AsyncIterator:",
      "func makeAsyncIterator()", "func next() ",
    ].contains { text.contains($0) }
  }

  /// Finds the public declarations of a file, the cases of public enums and the requirements of
  /// public protocols.
  static func all(in file: SourceFile) -> [PublicDeclaration] {
    var scopes: [(depth: Int, kind: Substring, isPublic: Bool)] = []
    var found: [PublicDeclaration] = []
    var isDocumented = false
    var isInText = false
    for (index, line) in file.lines.enumerated() {
      let isTextEdge = line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count == 2
      defer { if isTextEdge { isInText.toggle() } }
      if isInText { continue }
      let text = line.drop { $0 == " " }
      let depth = line.count - text.count
      if text.isEmpty { isDocumented = false }
      if text.hasPrefix("///") { isDocumented = true }
      if text.isEmpty || text.hasPrefix("//") || isAttribute(text) { continue }
      defer { isDocumented = false }
      while let last = scopes.last, depth <= last.depth { scopes.removeLast() }
      let scope = scopes.last.flatMap { $0.isPublic && depth == $0.depth + 2 ? $0.kind : nil }
      let words = text.split(separator: " ")
      let isPublic = words.first { !$0.hasPrefix("@") } == "public" && !words.contains("import")
      let isMember =
        switch scope {
        case "enum": words.prefix(2).contains("case")
        case "protocol": words.prefix(2).contains { $0 == "func" || $0 == "var" }
        default: false
        }
      if isPublic || isMember {
        found.append(
          PublicDeclaration(
            place: "\(file.path):\(index + 1)", text: String(text), isDocumented: isDocumented))
      }
      if text.hasSuffix("{"), let kind = words.first(where: Self.scopes.contains) {
        scopes.append((depth, kind, isPublic))
      }
    }
    return found
  }

  private static let scopes: Set<Substring> = [
    "struct", "enum", "class", "actor", "protocol", "extension",
  ]

  /// Whether a line has only an attribute or a condition, which a declaration follows.
  private static func isAttribute(_ text: Substring) -> Bool {
    text.hasPrefix("#") || text.hasPrefix("@") && (text.hasSuffix(")") || !text.contains(" "))
  }
}
