import Markup

extension MainText {
  /// Removes lines whose words show that they're beside the article.
  mutating func removePhrases() {
    let kept = runs.indices.filter { !runs[$0].isRemoved }
    let total = kept.reduce(0) { $0 + runs[$1].prose }
    var before: Float = 0
    for (position, index) in kept.enumerated()
    where !sectionLists.contains(index) && !Task.isCancelled {
      let run = runs[index]
      before += run.prose
      let isLinked = run.linkDensity > 0.2
      let element = tree.nodes[Int(run.block)].element
      guard run.length < 400, element != .pre, element != .td, element != .th,
        element != .li || isLinked
      else { continue }
      let text = lowercasedText(of: run)
      if run.length < (isLinked ? 250 : 140), BoilerplatePhrases.beginnings.begin(text) {
        // A sentence among others, or a heading above them, may begin with the same words.
        if before < 0.9 * total {
          if run.endsSentence, !isLinked, run.length > 60 { continue }
          let isSection = run.length >= 40 || tree.nodes[Int(run.block)].hints.contains(.slug)
          if element.isHeadingElement, isSection, position + 1 < kept.count,
            runs[kept[position + 1]].prose > 0
          {
            continue
          }
        }
        runs[index].isRemoved = true
      } else if run.length < 300, run.prose < 0.2 * total,
        before > 0.85 * total || position < 2 && run.length < 120, hasPhrase(run, text)
      {
        runs[index].isRemoved = true
      }
    }
  }

  private func hasPhrase(_ run: TextRun, _ text: [UInt8]) -> Bool {
    if BoilerplatePhrases.contents.isContained(in: text) { return true }
    let isSentence = run.prose > 0 && run.linkDensity <= 0.1 && run.length >= 100
    return !isSentence && BoilerplatePhrases.subjects.isContained(in: text)
  }

  func lowercasedText(of run: TextRun) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(Int(run.length) + 8)
    for index in Int(run.start)..<Int(run.end) where tree.nodes[index].isText {
      let node = tree.nodes[index]
      for byte in tree.text[Int(node.textStart)..<Int(node.textEnd)] {
        if byte <= 0x20 {
          if let last = text.last, last != 0x20 { text.append(0x20) }
        } else {
          text.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
          if byte >= 0x80 { text.lowercaseLast() }
          // Removes a no-break space at the start of the line.
          if byte == 0xA0, text.count == 2, text[0] == 0xC2 { text = [] }
        }
      }
    }
    return text
  }
}

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
