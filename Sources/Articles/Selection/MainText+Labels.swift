import Markup

extension MainText {
  /// Removes lines of a few words in separate boxes between the paragraphs, such as labels of
  /// advertisements and buttons. Labels in the box of a paragraph stay, such as the number of a
  /// step.
  mutating func removeLabels() {
    let prose = sums(\.prose)
    var total: Float = 0
    var inParagraphs: Float = 0
    for run in runs where !run.isRemoved {
      total += run.prose
      if tree.nodes[Int(run.block)].element == .p { inParagraphs += run.prose }
    }
    guard inParagraphs > 0.8 * total else { return }
    // The nearest element with prose around each node, or the node itself.
    var boxes = [Int32](repeating: 0, count: tree.nodes.count)
    for index in tree.nodes.indices.dropFirst() {
      boxes[index] = prose[index] > 0 ? Int32(index) : boxes[Int(tree.nodes[index].parent)]
    }
    for index in runs.indices where !runs[index].isRemoved && isLabel(runs[index]) {
      let parent = tree.nodes[Int(runs[index].block)].parent
      guard parent >= 0 else { continue }
      let box = boxes[Int(parent)]
      if box != parent, prose[Int(box)] > 0.5 * total, !isInItem(parent) {
        runs[index].isRemoved = true
      }
    }
  }

  private func isLabel(_ run: TextRun) -> Bool {
    guard run.prose == 0, run.length < 40, !run.endsSentence, run.formulas == 0 else {
      return false
    }
    switch tree.nodes[Int(run.block)].element {
    case .div, .center, .section, .article, .main: break
    default: return false
    }
    return lowercasedText(of: run).last { $0 > 0x20 } != UInt8(ascii: ":")
  }

  /// Whether an element is an item of a list or close inside one, such as an ingredient's amount.
  private func isInItem(_ node: Int32) -> Bool {
    var node = node
    for _ in 0..<3 where node > 0 {
      if tree.nodes[Int(node)].element == .li { return true }
      node = tree.nodes[Int(node)].parent
    }
    return false
  }

  /// The element whose children have the most prose.
  var paragraphsParent: Int32 {
    var prose: [Int32: Float] = [:]
    for run in runs where !run.isRemoved && run.prose > 0 {
      prose[tree.nodes[Int(run.block)].parent, default: 0] += run.prose
    }
    return prose.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? -1
  }
}
