import Markup

extension MainText {
  /// The end of the range in which the article's last picture may be. A picture may follow the last
  /// line, in a paragraph or a figure that's a sibling of the text's paragraphs.
  var pictureEnd: Int {
    if isWhole { return end }
    guard let last = runs.last(where: { !$0.isRemoved }) else { return 0 }
    var pictureEnd = Int(last.end)
    var index = pictureEnd
    while index < min(end, pictureEnd + Self.reach) {
      let node = tree.nodes[index]
      if isDropped[index] || node.element == .figcaption {
        index = Int(node.end)
        continue
      }
      if node.isText {
        if !tree.isBlank(node) { break }
      } else if node.element == .img {
        if isBesideText(index, below: last), !leadsAway(index) { pictureEnd = index + 1 }
      } else if node.element.isHeadingElement || node.element.isList || node.element == .table {
        break
      }
      index += 1
    }
    return pictureEnd
  }

  /// The most nodes without text before such a picture.
  private static let reach = 40

  /// Whether a picture's link leads to another page rather than to a larger picture, as in an
  /// advertisement.
  private func leadsAway(_ picture: Int) -> Bool {
    var node = Int(tree.nodes[picture].parent)
    for _ in 0..<3 where node > 0 {
      if tree.nodes[node].element == .a, let address = tree.attributes(of: node)?.address {
        let path = tree.string(address).prefix { $0 != "?" && $0 != "#" }
        return !path.isEmpty && !PictureName.isFile(path[...])
      }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  /// Whether a picture is in a figure, or in a sibling of a line's paragraph.
  private func isBesideText(_ picture: Int, below line: TextRun) -> Bool {
    var node = Int(tree.nodes[picture].parent)
    for _ in 0..<4 where node > container {
      if tree.nodes[node].element == .figure { return true }
      if tree.nodes[node].element == .p {
        return tree.nodes[node].parent == tree.nodes[Int(line.block)].parent
      }
      node = Int(tree.nodes[node].parent)
    }
    return tree.nodes[picture].parent == tree.nodes[Int(line.block)].parent
  }
}
