import Markup

extension MainText {
  /// Keeps the notes that the text refers to, and forgets the others.
  mutating func keepFootnotes() {
    var links = FootnoteLinks(tree)
    guard !links.notes.isEmpty else { return }
    var labels: Set<String> = []
    for (link, label) in links.references where isKept(link) { labels.insert(label) }
    links.keep(labels)
    guard !links.notes.isEmpty else { return }
    footnotes = links
    var note = 0
    for index in runs.indices {
      while note < links.notes.count, links.notes[note].nodes.upperBound <= runs[index].start {
        note += 1
      }
      guard note < links.notes.count else { return }
      if links.notes[note].nodes.contains(Int(runs[index].start)) { runs[index].isRemoved = false }
    }
  }

  /// Whether a node is in a run that's kept.
  private func isKept(_ node: Int) -> Bool {
    let run = firstRun(after: node)
    return run < runs.count && Int(runs[run].start) <= node + 2 && !runs[run].isRemoved
  }

  /// The first run that ends after a node.
  func firstRun(after node: Int) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].end) <= node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
