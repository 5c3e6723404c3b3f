extension String {
  /// The English text with marks: accents on its letters, and wide brackets around it. It's longer, as
  /// many translations are. What's in braces stays.
  var marked: String {
    var text = "【"
    var isInBraces = false
    for character in self {
      if character == "{" { isInBraces = true }
      text.append(isInBraces ? character : Self.accented[character] ?? character)
      if character == "}" { isInBraces = false }
    }
    return text + "】"
  }

  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçđéƒğĥíĵķļɱñóþǫřšŧúṽŵẋýžÅßÇÐÉƑĞĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"))
}
