import Markup

extension MainText {
  mutating func dropBoilerplate() {
    let prose = sums(\.prose)
    let trusted = trustedHints(prose)
    let hasHeading = elementsAround(.h1)
    let hasQuote = elementsAround(.blockquote)
    let total = prose[0]
    let marked = markedProse(prose)
    var controls = tree.controlParents.sorted()[...]
    var proseBefore: Float = 0
    var run = 0
    var index = 0
    while index < tree.nodes.count {
      while run < runs.count, runs[run].start < index {
        if !runs[run].isRemoved { proseBefore += runs[run].prose }
        run += 1
      }
      controls = controls.drop { $0 < index }
      var node = tree.nodes[index]
      node.hints.formIntersection(trusted)
      if node.hints.contains(.callout) {
        index = Int(node.end)
        continue
      }
      if !node.isText, index > 0, !isWithinSentence(index, runs: run), !isPicture(index),
        isBesideMarked(index, prose: prose[index], marked: marked)
          || isBoilerplate(
            node, prose: prose[index], total: total, proseBefore: proseBefore,
            hasHeading: hasHeading[index], hasQuote: hasQuote[index],
            titleIsElsewhere: hasHeading[0] && !hasHeading[index],
            hasText: run < runs.count && runs[run].start < node.end,
            isText: isText(
              node, runs: run, hasControl: controls.first.map { $0 < node.end } ?? false))
      {
        isDropped[index] = true
        for run in run..<runs.count {
          if runs[run].start >= node.end { break }
          // The line may continue after an inline element.
          if runs[run].end <= node.end { runs[run].isRemoved = true }
        }
        index = Int(node.end)
      } else {
        index += 1
      }
    }
  }

  /// Whether an element that's otherwise beside an article has text: a form without buttons and
  /// fields, or what pages show without scripts if that has paragraphs.
  private func isText(
    _ node: ElementTree.Node, runs first: Int, hasControl: Bool
  ) -> Bool {
    switch node.element {
    case .form: return !hasControl
    case .noscript:
      let paragraphs = runs[first...].prefix(Self.linesOfFallback)
        .prefix { $0.start < node.end }.filter { $0.prose > 0 }
      return paragraphs.count > 1 && paragraphs.reduce(0) { $0 + $1.prose } > Self.shortestFallback
    default: return false
    }
  }

  private static let shortestFallback: Float = 200
  /// The most lines that are looked at.
  private static let linesOfFallback = 50

  /// Whether an element is a part of a sentence that would be incomplete without it. Hidden
  /// elements never are.
  private func isWithinSentence(_ index: Int, runs first: Int) -> Bool {
    let node = tree.nodes[index]
    guard !node.hints.isEmpty, !node.element.isBlock,
      node.hints.isDisjoint(with: [.unseen, .hidden, .forScreenReaders])
    else { return false }
    // Sphinx links its headings to the table of contents, with a class that says so.
    if node.element == .a, tree.nodes[Int(node.parent)].element.isHeadingElement,
      node.hints.isDisjoint(with: [.navigation, .sharing])
    {
      return true
    }
    // The element's line begins before the element or ends after it.
    for run in runs[max(0, first - 1)...].prefix(2)
    where run.start < node.end && run.end > index && (run.start < index || run.end > node.end) {
      return !run.isRemoved && run.prose > 0
    }
    return false
  }

  /// Whether an element shows a picture of the article, whatever its class. It's alone in a figure,
  /// or it's in the body without a link. Pictures beside an article are links.
  private func isPicture(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard !node.hints.isEmpty, Int(node.end) < index + 24,
      node.hints.isDisjoint(with: [.unseen, .hidden, .advertisement, .author])
    else { return false }
    let inside = tree.nodes[index..<Int(node.end)]
    guard inside.contains(where: { $0.element == .img && $0.attributes >= 0 }) else { return false }
    let isOnlyPicture = inside.allSatisfy { !$0.isText || tree.isBlank($0) }
    let isInBody =
      node.hints.contains(.sidebar)
      && inside.allSatisfy { $0.element != .a && !$0.element.isHeadingElement }
    var around = index
    for _ in 0..<4 where around > 0 {
      if isOnlyPicture, tree.nodes[around].element == .figure { return true }
      around = Int(tree.nodes[around].parent)
      if isInBody, around > 0, tree.nodes[around].hints.contains(.articleBody) { return true }
    }
    return false
  }

  /// The prose of the marked article bodies in each node.
  private func markedProse(_ prose: [Float]) -> [Float] {
    var marked = [Float](repeating: 0, count: tree.nodes.count)
    for index in tree.nodes.indices.reversed() {
      let node = tree.nodes[index]
      if !node.isText, node.hints.contains(.articleBody) { marked[index] = prose[index] }
      if marked[index] > 0, node.parent >= 0 { marked[Int(node.parent)] += marked[index] }
    }
    return marked
  }

  /// Whether an element for content beside an article contains none of the page's marked bodies.
  /// Then it isn't the article, even if it's longer.
  private func isBesideMarked(_ index: Int, prose: Float, marked: [Float]) -> Bool {
    switch tree.nodes[index].element {
    case .nav, .menu, .dialog, .footer, .aside, .search: break
    default: return false
    }
    return marked[index] == 0 && marked[0] > 100 && prose < 4 * marked[0]
  }

  /// Whether each node is, or contains, an element with a name.
  private func elementsAround(_ element: ElementName) -> [Bool] {
    var isAround = [Bool](repeating: false, count: tree.nodes.count)
    for index in tree.nodes.indices where tree.nodes[index].element == element {
      var node = Int32(index)
      while node >= 0, !isAround[Int(node)] {
        isAround[Int(node)] = true
        node = tree.nodes[Int(node)].parent
      }
    }
    return isAround
  }

  private func isBoilerplate(
    _ node: ElementTree.Node, prose: Float, total: Float, proseBefore: Float, hasHeading: Bool,
    hasQuote: Bool, titleIsElsewhere: Bool, hasText: Bool, isText: Bool
  ) -> Bool {
    let hints = node.hints
    switch node.element {
    case .html, .body, .main: return false
    // Without text, it contains a picture that scripts would load.
    case .noscript: return hasText && (prose <= 0.3 * total || !isText)
    case .nav, .menu, .dialog, .footer, .aside, .search: if prose < 0.4 * total { return true }
    case .form: if prose < 0.2 * total, prose == 0 || !isText { return true }
    case .blockquote, .pre, .table: return false
    case .h1, .h2, .h3, .h4, .h5, .h6: return !hints.isDisjoint(with: .ofHeadings)
    default: break
    }
    guard !hints.isEmpty else { return false }
    if hints.contains(.unseen) { return prose < 0.9 * total }
    if hints.contains(.hidden) || hints.contains(.forScreenReaders) { return prose < 0.5 * total }
    if hints.contains(.overlay) {
      // A cookie notice may be longer than the article. The article has the title.
      return prose < (titleIsElsewhere && total - prose > 250 ? 0.75 : 0.25) * total
    }
    if hasHeading, prose > 0 { return false }
    if hints.contains(.comments), !hasHeading {
      return prose < 0.4 * total || proseBefore > 300
    }
    if !hints.isDisjoint(with: .strongBoilerplate) {
      return prose < (hints.contains(.articleBody) ? 0.02 : hints.contains(.body) ? 0.1 : 0.25)
        * total
    }
    if hints.contains(.sharing) {
      // A box with a quote is an embedded post.
      return prose < min(150, 0.1 * total) && !hasQuote
    }
    if hints.contains(.navigation) { return prose < 0.1 * total }
    if hints.contains(.teaser) { return prose < 0.25 * total && proseBefore > 300 }
    if hints.contains(.articleBody) || node.element == .article { return false }
    if !hints.isDisjoint(with: .boilerplate) {
      if hints.contains(.article), total < 1000 { return false }
      return prose < (hints.isDisjoint(with: [.article, .body, .lead]) ? 0.15 : 0.02) * total
    }
    return false
  }
}
