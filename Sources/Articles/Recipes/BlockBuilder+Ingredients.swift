extension BlockBuilder.Frame {
  /// Adds an item to the list that ends the blocks, if it's one of such items, or to a new one.
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
  /// With a number, such as an amount, in one line with the text below it, and without one that the
  /// list has anyway.
  func withNumberInLine(at place: Int?) -> [ArticleBlock] {
    guard count == 2, case .paragraph(let number) = self[0], case .paragraph(let text) = self[1],
      number.plainText.isAmount
    else { return self }
    if let place, Int(number.plainText.filter(\.isNumber)) == place { return [self[1]] }
    return [.paragraph((number + [.text(" ")] + text).joined)]
  }
}

extension String {
  fileprivate var isAmount: Bool {
    utf8.count <= 8 && contains(where: \.isNumber)
      && allSatisfy { $0.isNumber || "/.,–- ⁄".contains($0) }
  }
}
