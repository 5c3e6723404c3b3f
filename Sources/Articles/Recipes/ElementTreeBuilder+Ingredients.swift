import Markup

extension ElementTreeBuilder {
  /// Turns the last element, which microdata calls an ingredient
  /// (https://schema.org/recipeIngredient), into a list item with the amount and the name on one
  /// line. An element with several ingredients stays unchanged.
  mutating func joinIngredient(_ ingredient: Int) {
    let inside = ingredient + 1..<tree.nodes.count
    guard inside.count < Self.nodesOfIngredient, let starts = lineStarts(in: inside),
      starts.count(where: { isNumber(at: $0) }) < 2
    else {
      tree.nodes[ingredient].hints.remove(.ingredient)
      return
    }
    for node in inside where tree.nodes[node].element.isBlock {
      tree.nodes[node].element = .span
    }
    for text in starts.dropFirst() { beginWord(at: text) }
    if Self.itemLike.contains(tree.nodes[ingredient].element), !isInItem(ingredient) {
      tree.nodes[ingredient].element = .li
    } else {
      tree.nodes[ingredient].hints.remove(.ingredient)
    }
  }

  private static let itemLike: ElementSet = [.div, .p, .section, .dd]
  private static let nodesOfIngredient = 40

  /// Returns the first text of each line among the nodes, or nil if the nodes contain more than
  /// lines.
  private func lineStarts(in nodes: Range<Int>) -> [Int]? {
    var starts: [Int] = []
    var line: Int32 = -1
    for index in nodes {
      let node = tree.nodes[index]
      if node.isText, node.element != .math {
        guard !tree.isBlank(node) else { continue }
        let block = block(around: index)
        if block != line { starts.append(index) }
        line = block
      } else if node.element == .br || node.element.isBlock && !Self.lines.contains(node.element) {
        return nil
      }
    }
    return starts
  }

  private static let lines: ElementSet = [.div, .p]

  private func block(around index: Int) -> Int32 {
    var node = tree.nodes[index].parent
    while node > 0, !tree.nodes[Int(node)].element.isBlock { node = tree.nodes[Int(node)].parent }
    return node
  }

  private func isNumber(at text: Int) -> Bool {
    let node = tree.nodes[text]
    let bytes = tree.text[Int(node.textStart)..<Int(node.textEnd)].drop { $0 <= 0x20 }
    return String(decoding: bytes.prefix(4), as: UTF8.self).first?.isNumber == true
  }

  /// Inserts a space before a text, because it may follow a word now.
  private mutating func beginWord(at text: Int) {
    let node = tree.nodes[text]
    let start = Int32(tree.text.count)
    tree.text.append(0x20)
    tree.text += Array(tree.text[Int(node.textStart)..<Int(node.textEnd)])
    tree.nodes[text].textStart = start
    tree.nodes[text].textEnd = Int32(tree.text.count)
  }

  private func isInItem(_ node: Int) -> Bool {
    var parent = tree.nodes[node].parent
    for _ in 0..<4 where parent >= 0 {
      if tree.nodes[Int(parent)].element == .li { return true }
      parent = tree.nodes[Int(parent)].parent
    }
    return false
  }
}
