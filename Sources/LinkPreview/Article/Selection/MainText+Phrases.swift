import Markup

extension MainText {
  /// Removes lines whose words tell that they're beside the article.
  mutating func removePhrases() {
    let kept = runs.indices.filter { !runs[$0].isRemoved }
    let total = kept.reduce(0) { $0 + runs[$1].prose }
    var before: Float = 0
    for (place, index) in kept.enumerated() {
      let run = runs[index]
      before += run.prose
      let isLinked = run.linkDensity > 0.2
      let element = tree.nodes[Int(run.block)].element
      guard run.length < 400, element != .pre, element != .td, element != .th,
        element != .li || isLinked
      else { continue }
      let text = lowercasedText(of: run)
      if run.length < (isLinked ? 250 : 140), BoilerplatePhrases.beginnings.begin(text) {
        // A sentence among others may begin with the same words.
        if run.endsSentence, !isLinked, run.length > 60, before < 0.9 * total { continue }
        runs[index].isRemoved = true
        if run.length < 60, !run.endsSentence,
          before > 0.8 * total
            || before > 0.6 * total && isFollowedByBoilerplate(kept[(place + 1)...])
        {
          for rest in kept[(place + 1)...] { runs[rest].isRemoved = true }
          return
        }
      } else if run.length < 300, run.prose < 0.2 * total,
        before > 0.85 * total || place < 2 && run.length < 120,
        BoilerplatePhrases.contents.isContained(in: text)
      {
        runs[index].isRemoved = true
      }
    }
  }

  /// Whether what follows is short or linked.
  private func isFollowedByBoilerplate(_ rest: ArraySlice<Int>) -> Bool {
    rest.prefix(4).allSatisfy { runs[$0].prose == 0 }
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
        }
      }
    }
    return text
  }
}
