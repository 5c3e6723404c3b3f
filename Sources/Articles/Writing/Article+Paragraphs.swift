extension Article {
  /// Returns the first paragraphs as plain text, without headings, lists, code and the like.
  ///
  ///     article.firstParagraphs(length: 500)
  ///
  /// - Parameter length: How many characters suffice. The last paragraph may go beyond that.
  public func firstParagraphs(length: Int) -> [String] {
    var paragraphs: [String] = []
    var rest = length
    for case .paragraph(let content) in blocks where rest > 0 {
      let text = content.plainText
      guard !content.isBlank else { continue }
      paragraphs.append(text)
      rest -= text.count
    }
    return paragraphs
  }
}
