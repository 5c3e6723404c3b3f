import Markup

extension MainText {
  /// Finds the element with the highest score, then the smallest element inside it that still has
  /// most of its prose.
  func findContainer() -> Int {
    let scores = sums { run in
      let block = tree.nodes[Int(run.block)].element
      // Cells of a table are short, both in articles and beside them.
      return (block == .td || block == .th) && run.linkedLength == 0 ? max(0, run.score) : run.score
    }
    var best = 0
    for index in tree.nodes.indices where scores[index] > 0 {
      if scores[index] >= scores[best] { best = index }
    }
    if best == 0, scores[0] <= 0 { return markedContainer() ?? 0 }
    let prose = sums(\.prose)
    if let marked = markedRival(of: best, prose) { best = marked }
    // If the page marks a body with most of the text, that's the article.
    for index in best..<max(best, Int(tree.nodes[best].end))
    where tree.nodes[index].hints.contains(.articleBody) && !tree.nodes[index].isText {
      if prose[index] > 0.8 * prose[best], prose[index] > 200 { return index }
    }
    // Descends to the element with the text.
    var container = best
    descent: while true {
      var child = container + 1
      while child < tree.nodes[container].end {
        if prose[child] > 0.9 * prose[container], scores[child] > 0,
          tree.nodes[child].element.isBlock, !tree.nodes[child].element.isTextual
        {
          container = child
          continue descent
        }
        child = Int(tree.nodes[child].end)
      }
      return aroundText(container, prose)
    }
  }

  /// Returns an element around a container that's only a paragraph or an item, if its other lines
  /// are short.
  private func aroundText(_ container: Int, _ prose: [Float]) -> Int {
    var container = container
    while tree.nodes[container].element.isTextual || !tree.nodes[container].element.isBlock {
      let parent = Int(tree.nodes[container].parent)
      guard parent > 0, tree.nodes[parent].element != .body,
        prose[parent] <= 1.5 * prose[container] || tree.nodes[parent].hints.contains(.articleBody)
      else { break }
      container = parent
    }
    return container
  }

  /// Returns the article body that the page marks, if the best element neither contains one nor is
  /// inside one. For example, the best element may be a sidebar that's longer than a short report.
  private func markedRival(of best: Int, _ prose: [Float]) -> Int? {
    let end = Int(tree.nodes[best].end)
    var rival: Int?
    for index in tree.nodes.indices.dropFirst() where prose[index] > 60 && isMarked(index) {
      let node = tree.nodes[index]
      let isAround = index <= best && node.end >= end
      let isWithin = index >= best && node.end <= end
      if isAround || isWithin && prose[index] > 0.3 * prose[best] { return nil }
      if !isWithin, prose[index] > rival.map({ prose[$0] }) ?? 0 { rival = index }
    }
    return rival.flatMap { prose[$0] > 0.25 * prose[best] ? $0 : nil }
  }

  private func isMarked(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    return !node.isText && !isDropped[index]
      && (node.element == .article || node.hints.contains(.articleBody))
  }

  /// Returns the element with the most text that the page marks as its article, for pages without
  /// prose.
  private func markedContainer() -> Int? {
    let lengths = sums { Float($0.length - $0.linkedLength) }
    var best: Int?
    for index in tree.nodes.indices.dropFirst() where !tree.nodes[index].isText {
      let node = tree.nodes[index]
      let isMarked =
        node.element == .article || node.element == .main || node.hints.contains(.articleBody)
      if isMarked, lengths[index] > 20, lengths[index] >= 1.5 * (best.map { lengths[$0] } ?? 0) {
        best = index
      }
    }
    return best
  }
}

extension MainText {
  /// The hints that can be trusted on this page. If elements with a hint that would be dropped have
  /// a quarter of the prose, the hint means something else here. For example, a page may be built
  /// from widgets.
  func trustedHints(_ prose: [Float]) -> ElementHints {
    let limit = 0.25 * prose[0]
    // The prose of the elements with each hint, and the end of the last such element.
    var sums = [Float](repeating: 0, count: ElementHints.RawValue.bitWidth)
    var ends = [Int32](repeating: 0, count: ElementHints.RawValue.bitWidth)
    for index in tree.nodes.indices.dropFirst() where prose[index] > 0 && prose[index] < limit {
      var hints = tree.nodes[index].hints.intersection(.doubtful).rawValue
      while hints != 0 {
        let hint = hints.trailingZeroBitCount
        hints &= hints - 1
        guard index >= ends[hint] else { continue }
        sums[hint] += prose[index]
        ends[hint] = tree.nodes[index].end
      }
    }
    var trusted = ElementHints(rawValue: .max)
    for hint in sums.indices where sums[hint] > limit {
      trusted.remove(ElementHints(rawValue: 1 << hint))
    }
    return trusted
  }
}

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

extension MainText {
  /// The end of the range in which the article's last picture may be. A picture may follow the last
  /// line, in a paragraph or a figure that's a sibling of the text's paragraphs.
  var pictureEnd: Int {
    if isWhole { return end }
    guard let last = runs.last(where: { !$0.isRemoved }) else { return 0 }
    var pictureEnd = Int(last.end)
    var index = pictureEnd
    while index < min(end, pictureEnd + Self.reach) {
      let node = tree.nodes[index]
      if isDropped[index] || node.element == .figcaption {
        index = Int(node.end)
        continue
      }
      if node.isText {
        if !tree.isBlank(node) { break }
      } else if node.element == .img {
        if isBesideText(index, below: last), !leadsAway(index) { pictureEnd = index + 1 }
      } else if node.element.isHeadingElement || node.element.isList || node.element == .table {
        break
      }
      index += 1
    }
    return pictureEnd
  }

  /// The most nodes without text before such a picture.
  private static let reach = 40

  /// Whether a picture's link leads to another page rather than to a larger picture, as in an
  /// advertisement.
  private func leadsAway(_ picture: Int) -> Bool {
    var node = Int(tree.nodes[picture].parent)
    for _ in 0..<3 where node > 0 {
      if tree.nodes[node].element == .a, let address = tree.attributes(of: node)?.address {
        let path = tree.string(address).prefix { $0 != "?" && $0 != "#" }
        return !path.isEmpty && !PictureName.isFile(path[...])
      }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }

  /// Whether a picture is in a figure, or in a sibling of a line's paragraph.
  private func isBesideText(_ picture: Int, below line: TextRun) -> Bool {
    var node = Int(tree.nodes[picture].parent)
    for _ in 0..<4 where node > container {
      if tree.nodes[node].element == .figure { return true }
      if tree.nodes[node].element == .p {
        return tree.nodes[node].parent == tree.nodes[Int(line.block)].parent
      }
      node = Int(tree.nodes[node].parent)
    }
    return tree.nodes[picture].parent == tree.nodes[Int(line.block)].parent
  }
}
