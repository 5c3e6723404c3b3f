extension BlockBuilder.Frame {
  /// Adds an ingredient to the list at the end of the blocks if it's a list of ingredients, or else
  /// to a new list.
  mutating func addItem(_ item: [ArticleBlock]) {
    if looseItems == blocks.count, case .list(var list) = blocks.last {
      list.items.append(item)
      blocks[blocks.count - 1] = .list(list)
    } else {
      blocks.append(.list(ArticleBlock.List(items: [item])))
      looseItems = blocks.count
    }
  }
}

extension [ArticleBlock] {
  /// Joins a number, such as an amount, with the text below it in one line. Removes a number that
  /// repeats the list's own.
  func withNumberInLine(at position: Int?) -> [ArticleBlock] {
    guard count == 2, case .paragraph(let number) = self[0], case .paragraph(let text) = self[1],
      number.plainText.isAmount
    else { return self }
    if let position, Int(number.plainText.filter(\.isNumber)) == position { return [self[1]] }
    return [.paragraph((number + [.text(" ")] + text).joined)]
  }
}

extension String {
  fileprivate var isAmount: Bool {
    utf8.count <= 8 && contains(where: \.isNumber)
      && allSatisfy { $0.isNumber || "/.,–- ⁄".contains($0) }
  }
}
