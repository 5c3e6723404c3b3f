import Markup

extension MainText {
  /// The filters that remove other content from the container, in the order in which they run.
  static let filters: [@Sendable (inout MainText) -> Void] = [
    { $0.removeBeforeTitle() }, { $0.removeTeasers() }, { $0.removeRelatedBoxes() },
    { $0.removeLinkLists() }, { $0.removeForeignEnd() },
    { $0.removePhrases() }, { $0.removeLabels() }, { $0.removeBylines() }, { $0.removeAuthor() },
    { $0.removeEmptySections() }, { $0.removeTail() },
  ]

  mutating func filterRuns() {
    keepContainer()
    findSectionLists()
    let unfiltered = runs
    for filter in Self.filters where !Task.isCancelled { filter(&self) }
    // The page may consist of headings and pictures.
    if length == 0 {
      let kept = unfiltered.filter {
        !$0.isRemoved && tree.nodes[Int($0.block)].element != .title
      }
      let linked = kept.reduce(0) { $0 + $1.linkedLength }
      let isText = 2 * linked < kept.reduce(0) { $0 + $1.length }
      if isText || tree.nodes[container].element != .body { runs = unfiltered }
    }
  }

  /// Keeps the runs in the container, and the runs outside that belong to the article.
  mutating func keepContainer() {
    var isKept = [Bool](repeating: false, count: runs.count)
    for index in runs.indices where !runs[index].isRemoved {
      isKept[index] = runs[index].start >= start && runs[index].start < end
    }
    keepLead(&isKept)
    keepMarkedBodies(&isKept)
    for index in runs.indices { runs[index].isRemoved = !isKept[index] }
  }

  /// Whether a heading is directly above the container, so that the container is its section.
  private func isAboveContainer(_ run: TextRun) -> Bool {
    tree.nodes[Int(run.block)].parent == tree.nodes[container].parent
      && tree.nodes[Int(run.block)].end <= container && run.linkDensity == 0
      && ![.body, .main].contains(tree.nodes[container].element)
  }

  /// Keeps introductions between the title and the container.
  private func keepLead(_ isKept: inout [Bool]) {
    guard let first = isKept.firstIndex(of: true) else { return }
    // The position of the title, if it's before the container.
    var title: Int?
    var index = first - 1
    while index >= 0, first - index < 60 {
      let isHeading = tree.nodes[Int(runs[index].block)].element == .h1
      if isHeading || runs[index].length > 15 && hints(around: index).contains(.title) {
        title = index
      }
      if isHeading { break }
      index -= 1
    }
    for index in max(0, title ?? first - 10)..<first where !runs[index].isRemoved {
      let run = runs[index]
      let element = tree.nodes[Int(run.block)].element
      guard run.linkDensity < 0.3, element != .h1, element != .title else { continue }
      let hints = hints(around: index)
      // Some pages mark the introduction as a heading.
      if element.isHeadingElement {
        let isLead = run.prose > 0 && run.length >= 60 && run.endsSentence
        isKept[index] =
          isLead && title != nil || statement.isSummary(key(of: run))
          || index == first - 1 && isAboveContainer(run)
        continue
      }
      if statement.isSummary(key(of: run)) {
        isKept[index] = true
      } else if !hints.isDisjoint(with: [.lead, .teaser]), run.length >= 25 {
        isKept[index] = true
      } else if title != nil, run.prose > 0, run.length >= 80, hints.isDisjoint(with: [.caption]) {
        isKept[index] = true
      }
    }
  }

  /// Keeps text before the container that has the same mark as the bodies in it, such as a question
  /// above its answers.
  private func keepMarkedBodies(_ isKept: inout [Bool]) {
    var bodies: Set<Int32> = []
    var others: [Int] = []
    for index in runs.indices where !runs[index].isRemoved && runs[index].start < end {
      let body = markedBody(around: index)
      if body < 0 { continue }
      if runs[index].start < start { others.append(index) } else { bodies.insert(body) }
    }
    guard bodies.count > 1 else { return }
    for index in others { isKept[index] = true }
  }

  /// The nearest element around a run that's marked as the body of an article, or -1.
  private func markedBody(around run: Int) -> Int32 {
    var node = runs[run].block
    for _ in 0..<4 where node > 0 {
      if tree.nodes[Int(node)].hints.contains(.articleBody) { return node }
      node = tree.nodes[Int(node)].parent
    }
    return -1
  }

  /// The hints of the elements close around a run.
  private func hints(around run: Int) -> ElementHints {
    var hints: ElementHints = []
    var node = runs[run].block
    for _ in 0..<4 where node > 0 {
      if tree.nodes[Int(node)].element == .body { break }
      hints.formUnion(tree.nodes[Int(node)].hints)
      node = tree.nodes[Int(node)].parent
    }
    return hints
  }
}
