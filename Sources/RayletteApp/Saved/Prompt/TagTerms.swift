/// Parses typed tags: `swift -draft "Dev Tools"` adds the first and the last one, and removes the
/// second. Spaces and commas separate tags. Quotation marks enclose a tag with spaces.
struct TagTerms: Equatable {
  private(set) var added: [String] = []
  private(set) var removed: [String] = []

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  init(_ text: String) {
    var word = ""
    var isQuoted = false
    for character in text + " " {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, Self.separates(character) {
        add(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    // An unclosed quotation mark encloses the rest.
    add(word)
  }

  static func separates(_ character: Character) -> Bool {
    character.isWhitespace || character == ","
  }

  private mutating func add(_ word: String) {
    let isRemoval = word.hasPrefix("-")
    let name = word.drop { $0 == "#" || $0 == "-" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard !name.isEmpty else { return }
    if isRemoval { removed.append(name) } else { added.append(name) }
  }
}
