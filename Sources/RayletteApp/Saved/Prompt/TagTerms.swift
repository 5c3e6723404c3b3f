/// Tags as a person types them: `swift -draft "Dev Tools"` puts the first and the last one on, and takes
/// the second one off. Commas separate as spaces do; quotation marks hold a tag with spaces together.
struct TagTerms: Equatable {
  private(set) var added: [String] = []
  private(set) var removed: [String] = []

  init(_ text: String) {
    var word = ""
    var isQuoted = false
    for character in text + " " {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, Self.separates(character) {
        take(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    // A mark that is never closed holds what is left.
    take(word)
  }

  static func separates(_ character: Character) -> Bool {
    character.isWhitespace || character == ","
  }

  private mutating func take(_ word: String) {
    let isRemoval = word.hasPrefix("-")
    let name = word.drop { $0 == "#" || $0 == "-" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard !name.isEmpty else { return }
    if isRemoval { removed.append(name) } else { added.append(name) }
  }
}
