import Markup

extension MainText {
  /// Finds the element with the largest sum of what speaks for and against it, and then the
  /// smallest element in it that has most of that.
  func findContainer() -> Int {
    let scores = sums(\.score)
    var best = 0
    for index in tree.nodes.indices where scores[index] > 0 {
      if scores[index] >= scores[best] { best = index }
    }
    if best == 0, scores[0] <= 0 { return markedContainer() ?? 0 }
    let prose = sums(\.prose)
    // A body that the page marks is the article's if it has enough of the text.
    for index in best..<max(best, Int(tree.nodes[best].end))
    where tree.nodes[index].hints.contains(.articleBody) && !tree.nodes[index].isText {
      if prose[index] > 0.8 * prose[best], prose[index] > 200 { return index }
    }
    // Down to where the text really is.
    var container = best
    descent: while true {
      var child = container + 1
      while child < tree.nodes[container].end {
        if prose[child] > 0.9 * prose[container], scores[child] > 0,
          tree.nodes[child].element.isBlock, !tree.nodes[child].element.isTextual
        {
          container = child
          continue descent
        }
        child = Int(tree.nodes[child].end)
      }
      return container
    }
  }

  /// The element that the page marks as its article and that has the most text, for pages without
  /// prose.
  private func markedContainer() -> Int? {
    let lengths = sums { Float($0.length - $0.linkedLength) }
    var best: Int?
    for index in tree.nodes.indices.dropFirst() where !tree.nodes[index].isText {
      let node = tree.nodes[index]
      let isMarked =
        node.element == .article || node.element == .main || node.hints.contains(.articleBody)
      if isMarked, lengths[index] > 20, lengths[index] >= 1.5 * (best.map { lengths[$0] } ?? 0) {
        best = index
      }
    }
    return best
  }
}
