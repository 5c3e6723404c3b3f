import Markup

extension MainText {
  /// Keeps the notes that the text refers to, and removes all others.
  mutating func keepFootnotes() {
    var links = FootnoteLinks(tree)
    guard !links.notes.isEmpty else { return }
    var labels: Set<String> = []
    for (link, label) in links.references where isKept(link) { labels.insert(label) }
    labels.formUnion(labelsBeside(labels, of: links))
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

  /// The labels of all notes in the lists that have these notes. Something beside the article may
  /// refer to the others, such as an infobox.
  private func labelsBeside(_ labels: Set<String>, of links: FootnoteLinks) -> [String] {
    let lists = links.notes.map { note -> Int32 in
      let item = max(0, note.nodes.lowerBound - 1)
      return tree.nodes[item].element == .li ? tree.nodes[item].parent : -1
    }
    let kept = zip(links.notes, lists).filter { labels.contains($0.0.label) }.map(\.1)
    let ofText = Set(kept)
    return zip(links.notes, lists).filter { $0.1 >= 0 && ofText.contains($0.1) }.map(\.0.label)
  }

  /// Whether a node is in a kept run.
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
