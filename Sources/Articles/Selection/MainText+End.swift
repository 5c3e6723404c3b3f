import Markup

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
