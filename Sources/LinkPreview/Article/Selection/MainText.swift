import Markup

/// Finds the main text of a page: the runs to keep, and the element around them.
struct MainText {
  let tree: ElementTree
  var runs: [TextRun]
  /// Whether a node, with all that's in it, isn't part of the article.
  var isDropped: [Bool]
  /// The element that holds the article.
  private(set) var container = 0
  /// Where the article begins and ends, with what introduces it before its container.
  private(set) var start = 0
  private(set) var end = 0

  init(_ tree: ElementTree, title: String?) {
    self.tree = tree
    runs = TextRunReader.runs(of: tree)
    isDropped = [Bool](repeating: false, count: tree.nodes.count)
    guard !tree.nodes.isEmpty else { return }
    dropBoilerplate()
    container = findContainer()
    start = container
    end = Int(tree.nodes[container].end)
    filterRuns(title: title)
  }

  /// How much prose the article has.
  var length: Int {
    runs.reduce(0) { $1.isRemoved ? $0 : $0 + Int($1.length) }
  }

  /// Whether the text is an article rather than the teasers of an index or the words of a form.
  var isArticle: Bool {
    let kept = runs.filter { !$0.isRemoved }
    let prose = kept.reduce(0) { $0 + $1.prose }
    if tree.hasPasswordField, prose < 250 { return false }
    if prose < 100 {
      // Short, or of few sentences, but marked as the article.
      let isMarked =
        tree.nodes[container].element == .article
        || tree.nodes[container].hints.contains(.articleBody) || prose > 0
      return isMarked && !kept.isEmpty
    }
    return prose > 250 * Float(teasers - 3)
  }

  /// How many headings in the container are links with text of their own below, as those of an
  /// index are.
  private var teasers: Int {
    runs.indices.dropLast().count { index in
      let run = runs[index]
      return run.start >= container && run.start < end && run.linkDensity > 0.8 && run.length > 15
        && tree.nodes[Int(run.block)].element.isHeadingElement
        && !runs[index + 1].isRemoved && runs[index + 1].prose > 0 && runs[index + 1].length < 400
    }
  }

  /// Where the last picture of the article may be.
  var pictureEnd: Int { runs.last { !$0.isRemoved }.map { Int($0.end) } ?? 0 }

  // MARK: - Sums

  /// Adds up a value of the runs for each node and all that's in it.
  func sums(_ value: (TextRun) -> Float) -> [Float] {
    var sums = [Float](repeating: 0, count: tree.nodes.count)
    for run in runs where !run.isRemoved { sums[Int(run.block)] += value(run) }
    for index in tree.nodes.indices.reversed() where sums[index] != 0 {
      let parent = tree.nodes[index].parent
      if parent >= 0 { sums[Int(parent)] += sums[index] }
    }
    return sums
  }

  // MARK: - Boilerplate

  private mutating func dropBoilerplate() {
    let prose = sums(\.prose)
    let hasHeading = headingAncestors()
    let total = prose[0]
    var proseBefore: Float = 0
    var run = 0
    var index = 0
    while index < tree.nodes.count {
      while run < runs.count, runs[run].start < index {
        if !runs[run].isRemoved { proseBefore += runs[run].prose }
        run += 1
      }
      let node = tree.nodes[index]
      if !node.isText, index > 0,
        isBoilerplate(
          node, prose: prose[index], total: total, proseBefore: proseBefore,
          hasHeading: hasHeading[index])
      {
        isDropped[index] = true
        for run in run..<runs.count {
          if runs[run].start >= node.end { break }
          // A line may go on after an inline element.
          if runs[run].end <= node.end { runs[run].isRemoved = true }
        }
        index = Int(node.end)
      } else {
        index += 1
      }
    }
  }

  /// Whether each node holds a heading of the first level.
  private func headingAncestors() -> [Bool] {
    var hasHeading = [Bool](repeating: false, count: tree.nodes.count)
    for index in tree.nodes.indices where tree.nodes[index].element == .h1 {
      var node = Int32(index)
      while node >= 0, !hasHeading[Int(node)] {
        hasHeading[Int(node)] = true
        node = tree.nodes[Int(node)].parent
      }
    }
    return hasHeading
  }

  private func isBoilerplate(
    _ node: ElementTree.Node, prose: Float, total: Float, proseBefore: Float, hasHeading: Bool
  ) -> Bool {
    let hints = node.hints
    switch node.element {
    case .html, .body, .main: return false
    case .noscript: return prose < 0.3 * total
    case .nav, .menu, .dialog, .footer, .aside, .search: if prose < 0.4 * total { return true }
    case .form: if prose < 0.2 * total { return true }
    case .blockquote, .pre, .table: return false
    case .h1, .h2, .h3, .h4, .h5, .h6: return !hints.isDisjoint(with: .ofHeadings)
    default: break
    }
    guard !hints.isEmpty else { return false }
    if hints.contains(.unseen) { return prose < 0.9 * total }
    if hints.contains(.hidden) || hints.contains(.forScreenReaders) { return prose < 0.5 * total }
    if hints.contains(.overlay) { return prose < 0.25 * total }
    if hasHeading, prose > 0 { return false }
    if hints.contains(.comments), !hasHeading {
      return prose < 0.4 * total || proseBefore > 300
    }
    if !hints.isDisjoint(with: .strongBoilerplate) {
      return prose < (hints.contains(.articleBody) ? 0.02 : hints.contains(.body) ? 0.1 : 0.25)
        * total
    }
    if hints.contains(.sharing) { return prose < min(150, 0.1 * total) }
    if hints.contains(.navigation) { return prose < 0.1 * total }
    if hints.contains(.teaser) { return prose < 0.25 * total && proseBefore > 300 }
    if hints.contains(.articleBody) || node.element == .article { return false }
    if !hints.isDisjoint(with: .boilerplate) {
      if hints.contains(.article), total < 1000 { return false }
      return prose < (hints.isDisjoint(with: [.article, .body, .lead]) ? 0.15 : 0.02) * total
    }
    return false
  }

  // MARK: - Container

  /// Finds the element with the largest sum of what speaks for and against it, and then the
  /// smallest element in it that has most of that.
  private func findContainer() -> Int {
    let scores = sums(\.score)
    var best = 0
    for index in tree.nodes.indices where scores[index] > 0 {
      if scores[index] >= scores[best] { best = index }
    }
    if best == 0, scores[0] <= 0 { return markedContainer() ?? 0 }
    let prose = sums(\.prose)
    // A body that the page marks is the article's if it has enough of the text.
    for index in best..<max(best, Int(tree.nodes[best].end))
    where tree.nodes[index].hints.contains(.articleBody) && !tree.nodes[index].isText {
      if prose[index] > 0.8 * prose[best], prose[index] > 200 { return index }
    }
    // Down to where the text really is.
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
      return container
    }
  }

  /// The element that the page marks as its article and that has the most text, for pages without
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

  // MARK: - Filter

  private mutating func filterRuns(title: String?) {
    var isKept = [Bool](repeating: false, count: runs.count)
    for index in runs.indices where !runs[index].isRemoved {
      isKept[index] = runs[index].start >= start && runs[index].start < end
    }
    keepLead(&isKept)
    for index in runs.indices { runs[index].isRemoved = !isKept[index] }
    let unfiltered = runs
    removeLinkLists()
    removePhrases()
    removeTail()
    // A page of headings and pictures.
    if length == 0, tree.nodes[container].element != .body { runs = unfiltered }
  }

  /// Keeps what introduces the article between its title and its container.
  private func keepLead(_ isKept: inout [Bool]) {
    guard let first = isKept.firstIndex(of: true) else { return }
    // Where the title is, if it's before the container.
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
      guard run.linkDensity < 0.3, !element.isHeadingElement, element != .title else { continue }
      let hints = hints(around: index)
      if !hints.isDisjoint(with: [.lead, .teaser]), run.length >= 25 {
        isKept[index] = true
      } else if title != nil, run.prose > 0, run.length >= 80, hints.isDisjoint(with: [.caption]) {
        isKept[index] = true
      }
    }
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

  /// Removes lines whose words tell that they're beside the article.
  private mutating func removePhrases() {
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

  private func lowercasedText(of run: TextRun) -> [UInt8] {
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

  /// Removes headings, names and dates after the last paragraph.
  private mutating func removeTail() {
    for index in runs.indices.reversed() where !runs[index].isRemoved {
      let run = runs[index]
      let element = tree.nodes[Int(run.block)].element
      if run.prose > 0 || run.endsSentence && run.words > 2 { return }
      if element.isHeadingElement {
        runs[index].isRemoved = true
        continue
      }
      switch element {
      case .li, .td, .th, .dd, .dt, .pre: return
      default: if run.length >= 60 { return }
      }
      runs[index].isRemoved = true
    }
  }

  /// For each node the outermost list or table around it that's within the container, which counts
  /// as a whole, or else the node itself.
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

  /// Removes lists, tables and lines that are mostly links.
  private mutating func removeLinkLists() {
    let lengths = sums { Float($0.length) }
    let linked = sums { Float($0.linkedLength) }
    let groups = listGroups()
    for index in runs.indices where !runs[index].isRemoved {
      let run = runs[index]
      guard run.linkDensity > 0.6 else { continue }
      let group = Int(groups[Int(run.block)])
      let density = linked[group] / max(lengths[group], 1)
      let element = tree.nodes[group].element
      if element == .p, lowercasedText(of: run).starts(with: "http".utf8) { continue }
      let isParagraph = element == .p && run.length > 80
      if density > (element == .table || isParagraph ? 0.8 : 0.6), run.length < 300 {
        runs[index].isRemoved = true
      }
    }
  }
}

extension TextRun {
  /// How much of it is prose, in letters.
  var prose: Float {
    let density = linkDensity
    guard density < 0.5, words >= 5 || length > 60 else { return 0 }
    let isSentence = sentences > 0 && length >= 40
    if isSentence || commas > 0 && length >= 60 { return Float(length) * (1 - density) }
    if wideLength > length / 2 { return length >= 40 ? Float(length) * (1 - density) : 0 }
    return length >= 100 ? Float(length) * (0.6 - density) : 0
  }

  /// What it tells for its surroundings being the article, or against it.
  var score: Float {
    let prose = prose
    if prose > 0 { return prose + 20 * Float(min(commas, 10)) }
    if linkDensity > 0.5 { return -10 - Float(min(length, 60)) / 2 }
    // Lines without sentences, as in lists and recipes, tell nothing.
    return length >= 40 && linkDensity < 0.2 ? 0 : -8
  }
}

extension ElementHints {
  static let strongBoilerplate: ElementHints = [
    .footer, .newsletter, .login, .related, .sidebar,
  ]
  static let ofHeadings: ElementHints = [.comments, .newsletter, .related, .sharing]
  static let boilerplate: ElementHints = [.advertisement, .author, .details, .contents, .credit]
}

extension ElementName {
  /// Whether the element is a paragraph, a list, a table or the like rather than a container.
  var isTextual: Bool {
    switch self {
    case .p, .ul, .ol, .dl, .table, .tbody, .tr, .blockquote, .pre, .h1, .h2, .h3, .h4, .h5, .h6,
      .figure, .figcaption, .li:
      true
    default: false
    }
  }
}

extension ElementName {
  var isHeadingElement: Bool {
    switch self {
    case .h1, .h2, .h3, .h4, .h5, .h6: true
    default: false
    }
  }
}
