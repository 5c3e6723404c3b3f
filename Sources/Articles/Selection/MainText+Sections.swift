import Markup

extension MainText {
  /// Removes headings with nothing left below them, because their sections consisted of links to
  /// other pages.
  mutating func removeEmptySections() {
    // The level of the next kept block, if it's a heading.
    var next: Int? = 0
    var wasRemoved = false
    for index in runs.indices.reversed()
    where runs[index].start >= container && runs[index].start < end {
      if runs[index].isRemoved {
        wasRemoved = true
        continue
      }
      let element = tree.nodes[Int(runs[index].block)].element
      let level = element.isHeadingElement ? element.headingLevel : nil
      if let level, let next, wasRemoved, level > 1, next <= level {
        runs[index].isRemoved = true
      } else {
        next = level
        wasRemoved = false
      }
    }
  }

  /// Removes teasers of other pages among the text: a heading that's a link, and a few lines.
  ///
  /// If teasers make up much of the text, the article is a list of teasers, unless all of them
  /// follow the article.
  mutating func removeTeasers() {
    let headings = runs.filter { run in
      let block = tree.nodes[Int(run.block)]
      return !run.isRemoved && run.start >= container && run.linkDensity > 0.8 && run.length > 15
        && (block.element.isHeadingElement || block.hints.contains(.title))
    }
    guard !headings.isEmpty else { return }
    let prose = sums(\.prose)
    let lengths = sums { Float($0.length) }
    let total = max(prose[container], 1)
    var boxes: [Range<Int32>] = []
    var sum: Float = 0
    for run in headings where run.start >= boxes.last?.upperBound ?? 0 {
      // The largest element close around the heading that has only a small part of the article.
      var box = run.block
      for _ in 0..<4 {
        let parent = tree.nodes[Int(box)].parent
        guard parent > Int32(container), lengths[Int(parent)] < 600,
          prose[Int(parent)] < 0.2 * total
        else { break }
        box = parent
      }
      guard prose[Int(box)] > 0, box != run.block else { continue }
      boxes.append(box..<tree.nodes[Int(box)].end)
      sum += prose[Int(box)]
    }
    guard sum < 0.3 * total || areAfterText(boxes, prose: total - sum) else { return }
    // Also removes the pictures of teasers.
    for box in boxes { isDropped[Int(box.lowerBound)] = true }
    var box = 0
    for index in runs.indices {
      while box < boxes.count, boxes[box].upperBound <= runs[index].start { box += 1 }
      guard box < boxes.count else { return }
      if boxes[box].contains(runs[index].start) { runs[index].isRemoved = true }
    }
  }

  /// Whether teasers form a list after a text of its own, with no text between or after them.
  private func areAfterText(_ boxes: [Range<Int32>], prose: Float) -> Bool {
    guard boxes.count >= 3, let first = boxes.first, prose > 250 else { return false }
    var box = 0
    for run in runs where !run.isRemoved && run.start >= first.lowerBound && run.start < end {
      while box < boxes.count, boxes[box].upperBound <= run.start { box += 1 }
      if box < boxes.count, boxes[box].contains(run.start) { continue }
      if run.prose > 0 { return false }
    }
    return true
  }

  /// Removes boxes of links whose heading says that they lead to other pages.
  mutating func removeRelatedBoxes() {
    var position = runs.startIndex
    while position < runs.endIndex, !Task.isCancelled {
      defer { position += 1 }
      let run = runs[position]
      guard !run.isRemoved, run.start >= container, run.length < 60, isBoxHeading(run),
        BoilerplatePhrases.ofBoxes.begin(lowercasedText(of: run))
      else { continue }
      let box = box(under: position)
      let inside = runs[position...].prefix(Self.linesOfBox).prefix { $0.start < box.upperBound }
      let links = inside.count { isTeaserTitle($0) }
      guard links > 1, 3 * links >= inside.dropFirst().count(where: { !$0.isRemoved }) else {
        continue
      }
      for index in inside.indices { runs[index].isRemoved = true }
      for index in box where tree.nodes[Int(index)].element == .img { isDropped[Int(index)] = true }
    }
  }

  /// The most lines of a box. Lines of nested boxes are counted again.
  private static let linesOfBox = 300

  /// Whether a line is the title of another page rather than an item of a list.
  private func isTeaserTitle(_ run: TextRun) -> Bool {
    let block = tree.nodes[Int(run.block)]
    return !run.isRemoved && run.linkDensity > 0.8 && run.length > 15
      && block.element != .li && block.element != .dd
  }

  private func isBoxHeading(_ run: TextRun) -> Bool {
    let block = tree.nodes[Int(run.block)]
    if block.element.isHeadingElement || block.hints.contains(.title) { return true }
    // A line that's completely strong.
    let text = tree.nodes[Int(run.start)..<Int(run.end)].first { $0.isText && !tree.isBlank($0) }
    guard let text, text.parent >= 0 else { return false }
    let around = tree.nodes[Int(text.parent)]
    return (around.element == .strong || around.element == .b) && around.end >= run.end
  }

  /// Returns the largest element that begins with a heading, or else the heading and the element
  /// after it.
  private func box(under position: Int) -> Range<Int32> {
    let heading = runs[position].block
    let before = position > 0 ? runs[position - 1].start : -1
    var box = heading
    for _ in 0..<4 {
      let parent = tree.nodes[Int(box)].parent
      guard parent > Int32(container), parent > before else { break }
      box = parent
    }
    let end = tree.nodes[Int(box)].end
    if box != heading, position + 1 < runs.count, runs[position + 1].start < end {
      return box..<end
    }
    let parent = tree.nodes[Int(box)].parent
    let last = parent < 0 ? 0 : tree.nodes[Int(parent)].end
    guard position + 1 < runs.count, runs[position + 1].start < last else { return box..<end }
    var next = end
    while next < last, tree.nodes[Int(next)].end <= runs[position + 1].start {
      next = tree.nodes[Int(next)].end
    }
    return box..<(next < last ? tree.nodes[Int(next)].end : last)
  }
}

extension MainText {
  /// Finds link lists that are sections of the article, such as "See also" and "External links" in
  /// an encyclopedia. Their headings have generated ids, as the headings of other sections do. The
  /// headings of boxes with related pages have none.
  mutating func findSectionLists() {
    var counts: [ElementName: Int] = [:]
    for run in runs where isSectionHeading(run) {
      counts[tree.nodes[Int(run.block)].element, default: 0] += 1
    }
    var heading: Int?
    for index in runs.indices where !runs[index].isRemoved {
      let block = tree.nodes[Int(runs[index].block)]
      if block.element.isHeadingElement {
        let isSection = isSectionHeading(runs[index]) && counts[block.element] ?? 0 > 2
        heading = isSection ? index : nil
      } else if let position = heading {
        guard isItem(runs[index], below: runs[position].block) else {
          // Lines before the list introduce it.
          if runs[index].linkDensity > 0.5 { heading = nil }
          continue
        }
        sectionLists.insert(position)
        sectionLists.insert(index)
      }
    }
  }

  private func isSectionHeading(_ run: TextRun) -> Bool {
    let block = tree.nodes[Int(run.block)]
    return !run.isRemoved && run.start >= container && run.start < end
      && block.element.isHeadingElement && block.hints.contains(.slug) && run.linkDensity < 0.5
  }

  /// Whether a line is in a list that's a sibling of a heading or of its wrapper.
  private func isItem(_ run: TextRun, below heading: Int32) -> Bool {
    var list: Int32 = -1
    var node = run.block
    for _ in 0..<8 where node > Int32(container) {
      if tree.nodes[Int(node)].element.isList { list = node }
      node = tree.nodes[Int(node)].parent
    }
    guard list >= 0 else { return false }
    let parent = tree.nodes[Int(heading)].parent
    let around = parent < 0 ? parent : tree.nodes[Int(parent)].parent
    let outer = tree.nodes[Int(list)].parent
    let outermost = outer < 0 ? outer : tree.nodes[Int(outer)].parent
    return outer == parent || outer == around || outermost == parent || outermost == around
  }
}
