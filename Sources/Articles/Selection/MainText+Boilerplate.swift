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
