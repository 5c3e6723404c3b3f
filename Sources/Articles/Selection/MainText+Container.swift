import Markup

extension MainText {
  /// Finds the element with the highest score, then the smallest element inside it that still has
  /// most of its prose.
  func findContainer() -> Int {
    let scores = sums { run in
      let block = tree.nodes[Int(run.block)].element
      // Cells of a table are short, both in articles and beside them.
      return (block == .td || block == .th) && run.linkedLength == 0 ? max(0, run.score) : run.score
    }
    var best = 0
    for index in tree.nodes.indices where scores[index] > 0 {
      if scores[index] >= scores[best] { best = index }
    }
    if best == 0, scores[0] <= 0 { return markedContainer() ?? 0 }
    let prose = sums(\.prose)
    if let marked = markedRival(of: best, prose) { best = marked }
    // If the page marks a body with most of the text, that's the article.
    for index in best..<max(best, Int(tree.nodes[best].end))
    where tree.nodes[index].hints.contains(.articleBody) && !tree.nodes[index].isText {
      if prose[index] > 0.8 * prose[best], prose[index] > 200 { return index }
    }
    // Descends to the element with the text.
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
      return aroundText(container, prose)
    }
  }

  /// Returns an element around a container that's only a paragraph or an item, if its other lines
  /// are short.
  private func aroundText(_ container: Int, _ prose: [Float]) -> Int {
    var container = container
    while tree.nodes[container].element.isTextual || !tree.nodes[container].element.isBlock {
      let parent = Int(tree.nodes[container].parent)
      guard parent > 0, tree.nodes[parent].element != .body,
        prose[parent] <= 1.5 * prose[container] || tree.nodes[parent].hints.contains(.articleBody)
      else { break }
      container = parent
    }
    return container
  }

  /// Returns the article body that the page marks, if the best element neither contains one nor is
  /// inside one. For example, the best element may be a sidebar that's longer than a short report.
  private func markedRival(of best: Int, _ prose: [Float]) -> Int? {
    let end = Int(tree.nodes[best].end)
    var rival: Int?
    for index in tree.nodes.indices.dropFirst() where prose[index] > 60 && isMarked(index) {
      let node = tree.nodes[index]
      let isAround = index <= best && node.end >= end
      let isWithin = index >= best && node.end <= end
      if isAround || isWithin && prose[index] > 0.3 * prose[best] { return nil }
      if !isWithin, prose[index] > rival.map({ prose[$0] }) ?? 0 { rival = index }
    }
    return rival.flatMap { prose[$0] > 0.25 * prose[best] ? $0 : nil }
  }

  private func isMarked(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    return !node.isText && !isDropped[index]
      && (node.element == .article || node.hints.contains(.articleBody))
  }

  /// Returns the element with the most text that the page marks as its article, for pages without
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

extension MainText {
  /// The hints that can be trusted on this page. If elements with a hint that would be dropped have
  /// a quarter of the prose, the hint means something else here. For example, a page may be built
  /// from widgets.
  func trustedHints(_ prose: [Float]) -> ElementHints {
    let limit = 0.25 * prose[0]
    // The prose of the elements with each hint, and the end of the last such element.
    var sums = [Float](repeating: 0, count: ElementHints.RawValue.bitWidth)
    var ends = [Int32](repeating: 0, count: ElementHints.RawValue.bitWidth)
    for index in tree.nodes.indices.dropFirst() where prose[index] > 0 && prose[index] < limit {
      var hints = tree.nodes[index].hints.intersection(.doubtful).rawValue
      while hints != 0 {
        let hint = hints.trailingZeroBitCount
        hints &= hints - 1
        guard index >= ends[hint] else { continue }
        sums[hint] += prose[index]
        ends[hint] = tree.nodes[index].end
      }
    }
    var trusted = ElementHints(rawValue: .max)
    for hint in sums.indices where sums[hint] > limit {
      trusted.remove(ElementHints(rawValue: 1 << hint))
    }
    return trusted
  }
}
