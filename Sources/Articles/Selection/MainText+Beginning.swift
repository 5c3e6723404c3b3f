import Markup

extension MainText {
  /// Removes the container's content before the title, if there's little.
  mutating func removeBeforeTitle() {
    guard let title = titleRun() else { return }
    var before: Float = 0
    var total: Float = 0
    for index in runs.indices where !runs[index].isRemoved {
      total += runs[index].prose
      if index < title { before += runs[index].prose }
    }
    guard before < (isMainHeading(title) ? 0.25 : 0.05) * total else { return }
    for index in runs.indices.prefix(title) where !runs[index].isRemoved {
      if !statement.isSummary(key(of: runs[index])) { runs[index].isRemoved = true }
    }
  }

  /// The heading with the title.
  private func titleRun() -> Int? {
    runs.indices.first { index in
      let run = runs[index]
      return !run.isRemoved && run.start >= container && run.length < 300
        && tree.nodes[Int(run.block)].element.isHeadingElement && statement.isTitle(key(of: run))
    }
  }

  /// Whether a heading is an `h1`. A section's heading may have the title's words too.
  private func isMainHeading(_ index: Int) -> Bool {
    tree.nodes[Int(runs[index].block)].element == .h1
  }

  /// Removes dates, names and labels before the first paragraph.
  mutating func removeBylines() {
    for index in runs.indices where !runs[index].isRemoved {
      let run = runs[index]
      if run.prose > 0, run.length > 100 { return }
      let element = tree.nodes[Int(run.block)].element
      switch element {
      case .li, .td, .th, .dd, .dt, .pre: return
      case .h1, .h2, .h3, .h4, .h5, .h6:
        // Old blogs have the day above each day's posts.
        if run.length < 40, run.words < 6, hasDate(run),
          tree.nodes[Int(run.block)].hints.contains(.details)
            || PublicationDate.date(String(decoding: lowercasedText(of: run), as: UTF8.self)) != nil
        {
          runs[index].isRemoved = true
        }
        continue
      default: break
      }
      let isLabel = run.length < 40 && !run.endsSentence && element != .p
      if isLabel || run.length < 60 && hasDate(run)
        || run.length < 80 && statement.namesAuthor(key(of: run))
      {
        runs[index].isRemoved = true
      }
    }
  }

  /// Whether a line contains a year, or a day in digits such as 12.3.24.
  func hasDate(_ run: TextRun) -> Bool {
    guard run.digits >= 4 else { return false }
    var number = 0
    var digits = 0
    var groups = 0
    for byte in lowercasedText(of: run) + [0x20] {
      if byte &- 0x30 < 10 {
        digits += 1
        number = (number &* 10 &+ Int(byte &- 0x30)) % 100_000
        continue
      }
      let isYear = digits == 4 && (1990..<2100).contains(number)
      if isYear || digits == 2 && groups == 2 { return true }
      let isPart = (1...2).contains(digits) && [0x2E, 0x2F, 0x2D].contains(byte)
      groups = isPart ? groups + 1 : 0
      digits = 0
      number = 0
    }
    return false
  }

  /// The letters and digits of a run in lower case.
  func key(of run: TextRun) -> [UInt8] {
    var key: [UInt8] = []
    for index in Int(run.start)..<Int(run.end) where tree.nodes[index].isText {
      let node = tree.nodes[index]
      if tree.isReading(node) { continue }
      for byte in tree.text[Int(node.textStart)..<Int(node.textEnd)] {
        ArticleStatement.append(byte, to: &key)
      }
    }
    return key
  }
}
