import Markup

extension MainText {
  /// Keeps the notes that the text refers to, and forgets the others.
  mutating func keepFootnotes() {
    let links = FootnoteLinks(tree)
    guard !links.notes.isEmpty else { return }
    var labels: Set<String> = []
    for (link, label) in links.references where isKept(link) { labels.insert(label) }
    var notes: [Range<Int>] = []
    for (item, label) in links.notes where labels.contains(label) {
      notes.append(item..<Int(tree.nodes[item].end))
    }
    guard !notes.isEmpty else { return }
    footnotes = links
    notes.sort { $0.lowerBound < $1.lowerBound }
    var note = 0
    for index in runs.indices {
      while note < notes.count, notes[note].upperBound <= runs[index].start { note += 1 }
      guard note < notes.count else { return }
      if notes[note].contains(Int(runs[index].start)) { runs[index].isRemoved = false }
    }
  }

  /// Whether a node is in a run that's kept.
  private func isKept(_ node: Int) -> Bool {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].end) <= node { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && Int(runs[low].start) <= node && !runs[low].isRemoved
  }
}
