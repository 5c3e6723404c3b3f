import Markup

extension MainText {
  /// Removes headings, names and dates after the last paragraph, up to a line beside the
  /// paragraphs.
  mutating func removeTail() {
    let body = paragraphsParent
    var last: Int32 = -1
    for run in runs where !run.isRemoved && run.prose > 0 { last = run.block }
    for index in runs.indices.reversed() where !runs[index].isRemoved {
      let run = runs[index]
      let element = tree.nodes[Int(run.block)].element
      if run.prose > 0 || run.endsSentence && run.words > 2 || hasCode(run) { return }
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

  /// Whether a line contains code, which names and dates don't.
  private func hasCode(_ run: TextRun) -> Bool {
    tree.nodes[Int(run.start)..<Int(run.end)].contains { $0.element == .code || $0.element == .tt }
  }

  /// For each node, the outermost list or table around it inside the container, or else the node
  /// itself.
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

  /// The link lists that follow a line of text that ends in a colon.
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
    let headings = sectionHeadings()
    for index in runs.indices where !runs[index].isRemoved && !sectionLists.contains(index) {
      let run = runs[index]
      guard run.linkDensity > 0.6 else { continue }
      let group = Int(groups[Int(run.block)])
      if introduced.contains(group) { continue }
      let density = linked[group] / max(lengths[group], 1)
      let element = tree.nodes[group].element
      if element == .p, isReference(run) || isInBrackets(run) { continue }
      if element.isHeadingElement, headings.contains(position(of: run)) { continue }
      if element.isList, isIntroducedByItem(index) { continue }
      // A whole sentence may be a link.
      if density > (element.isList ? 0.6 : 0.8), run.length < 300 {
        runs[index].isRemoved = true
      }
    }
  }

  private func isReference(_ run: TextRun) -> Bool {
    lowercasedText(of: run).starts(with: "http".utf8)
  }

  /// Whether a line is in brackets, such as a picture credit.
  private func isInBrackets(_ run: TextRun) -> Bool {
    let text = lowercasedText(of: run)
    return text.first == UInt8(ascii: "(") && text.last { $0 > 0x20 } == UInt8(ascii: ")")
  }

  /// The position of a heading by its parent, with its level.
  private struct HeadingPosition: Hashable {
    let parent: Int32
    let element: ElementName
  }

  private func position(of heading: TextRun) -> HeadingPosition {
    let node = tree.nodes[Int(heading.block)]
    return HeadingPosition(parent: node.parent, element: node.element)
  }

  /// The positions of section headings, if at least three of them aren't links. A heading that's a
  /// link counts as a section's heading at such a position.
  private func sectionHeadings() -> Set<HeadingPosition> {
    var counts: [HeadingPosition: Int] = [:]
    for run in runs where !run.isRemoved && run.start >= container && run.linkDensity < 0.2 {
      if tree.nodes[Int(run.block)].element.isHeadingElement {
        counts[position(of: run), default: 0] += 1
      }
    }
    return Set(counts.filter { $0.value > 2 }.keys)
  }

  /// Whether the item around a list describes the list's links.
  private func isIntroducedByItem(_ index: Int) -> Bool {
    var list = tree.nodes[Int(runs[index].block)].parent
    guard list > 0, tree.nodes[Int(list)].element.isList else { return false }
    list = tree.nodes[Int(list)].parent
    guard list > 0, tree.nodes[Int(list)].element == .li else { return false }
    for before in runs[..<index].reversed().prefix(60) {
      if before.block == list {
        return !before.isRemoved && before.linkDensity < 0.5 && before.words > 3
      }
      if before.start < list { return false }
    }
    return false
  }
}

extension MainText {
  /// Removes a box with a heading after the last paragraph of the body, if the box is in a
  /// different kind of element than the body's paragraphs.
  mutating func removeForeignEnd() {
    let kinds = kindsOfRuns()
    var sums: [UInt64: Float] = [:]
    var total: Float = 0
    for (run, kind) in zip(runs, kinds) where !run.isRemoved {
      sums[kind, default: 0] += run.prose
      total += run.prose
    }
    let own = Set(sums.filter { $0.key == 0 || $0.value > 0.2 * total }.keys)
    guard own.reduce(0, { $0 + (sums[$1] ?? 0) }) > 0.7 * total else { return }
    var prose: Float = 0
    var foreign: [Int] = []
    for index in runs.indices.reversed() where !runs[index].isRemoved {
      let isOwn = own.contains(kinds[index])
      if isOwn, runs[index].prose > 0 { break }
      prose += runs[index].prose
      // Short lines at the end of the body stay.
      if !isOwn { foreign.append(index) }
    }
    guard prose > 0, prose < 0.15 * total, let first = foreign.last,
      tree.nodes[Int(runs[first].block)].element.isHeadingElement
    else { return }
    for index in foreign { runs[index].isRemoved = true }
  }

  /// For each run, a hash of the names and hints of the elements around it. Zero if the run is
  /// outside the container, or only in paragraphs, lists and the like.
  private func kindsOfRuns() -> [UInt64] {
    var kinds = [UInt64](repeating: 0, count: max(1, end - container))
    for index in max(0, container + 1)..<max(container + 1, end) {
      let node = tree.nodes[index]
      var kind = kinds[max(0, Int(node.parent) - container)]
      if !node.isText, node.element.isBlock, !node.element.isTextual {
        kind ^= UInt64(node.hints.rawValue) << 8 ^ UInt64(node.element.rawValue)
        kind = kind &* 0x9E37_79B9_7F4A_7C15
      }
      kinds[index - container] = kind
    }
    return runs.map { run in
      let position = Int(run.block) - container
      return kinds.indices.contains(position) ? kinds[position] : 0
    }
  }

  /// Removes the note about the author at the end: a paragraph that begins with an author's name,
  /// or a heading that contains one, and everything after it.
  mutating func removeAuthor() {
    guard !statement.authors.isEmpty else { return }
    let total = runs.reduce(Float(0)) { $1.isRemoved ? $0 : $0 + $1.prose }
    var prose: Float = 0
    var paragraphs = 0
    for index in runs.indices.reversed() where !runs[index].isRemoved {
      let run = runs[index]
      prose += run.prose
      if run.prose > 0 { paragraphs += 1 }
      guard paragraphs <= 2, prose < 0.25 * total, run.length < 800 else { return }
      let key = key(of: run)
      let isHeading = tree.nodes[Int(run.block)].element.isHeadingElement
      if isHeading ? statement.namesAuthor(key) : statement.beginsWithAuthor(key) {
        for later in runs.indices[index...] { runs[later].isRemoved = true }
        return
      }
    }
  }
}
