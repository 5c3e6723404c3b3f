import Markup

extension MainText {
  /// Finds link lists that are sections of the article, such as "See also" and "External links" in
  /// an encyclopedia. Their headings have generated ids, as the headings of other sections do. The
  /// headings of boxes with related pages have none.
  mutating func findSectionLists() {
    var counts: [ElementName: Int] = [:]
    for run in runs where isSectionHeading(run) {
      counts[tree.nodes[Int(run.block)].element, default: 0] += 1
    }
    var heading: Int?
    for index in runs.indices where !runs[index].isRemoved {
      let block = tree.nodes[Int(runs[index].block)]
      if block.element.isHeadingElement {
        let isSection = isSectionHeading(runs[index]) && counts[block.element] ?? 0 > 2
        heading = isSection ? index : nil
      } else if let position = heading {
        guard isItem(runs[index], below: runs[position].block) else {
          // Lines before the list introduce it.
          if runs[index].linkDensity > 0.5 { heading = nil }
          continue
        }
        sectionLists.insert(position)
        sectionLists.insert(index)
      }
    }
  }

  private func isSectionHeading(_ run: TextRun) -> Bool {
    let block = tree.nodes[Int(run.block)]
    return !run.isRemoved && run.start >= container && run.start < end
      && block.element.isHeadingElement && block.hints.contains(.slug) && run.linkDensity < 0.5
  }

  /// Whether a line is in a list that's a sibling of a heading or of its wrapper.
  private func isItem(_ run: TextRun, below heading: Int32) -> Bool {
    var list: Int32 = -1
    var node = run.block
    for _ in 0..<8 where node > Int32(container) {
      if tree.nodes[Int(node)].element.isList { list = node }
      node = tree.nodes[Int(node)].parent
    }
    guard list >= 0 else { return false }
    let parent = tree.nodes[Int(heading)].parent
    let around = parent < 0 ? parent : tree.nodes[Int(parent)].parent
    let outer = tree.nodes[Int(list)].parent
    let outermost = outer < 0 ? outer : tree.nodes[Int(outer)].parent
    return outer == parent || outer == around || outermost == parent || outermost == around
  }
}
