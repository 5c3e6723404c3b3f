import Markup

extension MainText {
  /// Removes headings, names and dates after the last paragraph, up to a line that stands where the
  /// paragraphs do.
  mutating func removeTail() {
    let body = paragraphsParent
    var last: Int32 = -1
    for run in runs where !run.isRemoved && run.prose > 0 { last = run.block }
    for index in runs.indices.reversed() where !runs[index].isRemoved {
      let run = runs[index]
      let element = tree.nodes[Int(run.block)].element
      if run.prose > 0 || run.endsSentence && run.words > 2 { return }
      if element.isHeadingElement {
        runs[index].isRemoved = true
        continue
      }
      if element == .p || run.block == last, run.linkDensity == 0, run.words > 1, !hasDate(run),
        tree.nodes[Int(run.block)].parent == body
      {
        return
      }
      switch element {
      case .li, .td, .th, .dd, .dt, .pre: return
      default: if run.length >= 60 { return }
      }
      runs[index].isRemoved = true
    }
  }

  /// For each node the outermost list or table around it that's within the container, which counts
  /// as a whole, or else the node itself.
  private func listGroups() -> [Int32] {
    var groups = [Int32](repeating: -1, count: tree.nodes.count)
    for index in container..<max(container, end) {
      let node = tree.nodes[index]
      if index > container, node.parent >= 0 { groups[index] = groups[Int(node.parent)] }
      guard groups[index] < 0, !node.isText, index > container else { continue }
      switch node.element {
      case .ul, .ol, .dl, .table: groups[index] = Int32(index)
      default: break
      }
    }
    for index in groups.indices where groups[index] < 0 { groups[index] = Int32(index) }
    return groups
  }

  /// The lists of links that a line of the text before them speaks of, and ends in a colon.
  private func introducedLists(_ groups: [Int32]) -> Set<Int> {
    var lists: Set<Int> = []
    for (before, run) in zip(runs, runs.dropFirst()) where !before.isRemoved && !run.isRemoved {
      let list = Int(groups[Int(run.block)])
      let block = tree.nodes[Int(before.block)]
      guard run.linkDensity > 0.6, tree.nodes[list].element.isList, before.linkDensity < 0.5,
        before.words > 2, block.element == .p, block.parent == tree.nodes[list].parent
      else { continue }
      let text = lowercasedText(of: before)
      let end = text.last { $0 > 0x20 }
      if end == UInt8(ascii: ":"), !BoilerplatePhrases.beginnings.begin(text) { lists.insert(list) }
    }
    return lists
  }

  /// Removes lists, tables and lines that are mostly links.
  mutating func removeLinkLists() {
    let lengths = sums { Float($0.length) }
    let linked = sums { Float($0.linkedLength) }
    let groups = listGroups()
    let introduced = introducedLists(groups)
    for index in runs.indices where !runs[index].isRemoved {
      let run = runs[index]
      guard run.linkDensity > 0.6 else { continue }
      let group = Int(groups[Int(run.block)])
      if introduced.contains(group) { continue }
      let density = linked[group] / max(lengths[group], 1)
      let element = tree.nodes[group].element
      if element == .p, lowercasedText(of: run).starts(with: "http".utf8) { continue }
      // A sentence may be a link.
      if density > (element.isList ? 0.6 : 0.8), run.length < 300 {
        runs[index].isRemoved = true
      }
    }
  }
}
