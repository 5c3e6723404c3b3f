import Markup

extension MainText {
  /// Removes lines whose words show that they're beside the article.
  mutating func removePhrases() {
    let kept = runs.indices.filter { !runs[$0].isRemoved }
    let total = kept.reduce(0) { $0 + runs[$1].prose }
    var before: Float = 0
    var headings: [Int] = []
    // The last line so far that's neither a heading nor removed.
    var previous: Int?
    for (position, index) in kept.enumerated()
    where !sectionLists.contains(index) && !Task.isCancelled {
      let run = runs[index]
      before += run.prose
      defer { if !runs[index].isRemoved, !isHeading(index) { previous = index } }
      let isLinked = run.linkDensity > 0.2
      let element = tree.nodes[Int(run.block)].element
      guard run.length < 400, element != .pre, element != .td, element != .th,
        element != .li || isLinked
      else { continue }
      let text = lowercasedText(of: run)
      if run.length < (isLinked ? 250 : 140),
        let phrase = BoilerplatePhrases.beginnings.beginning(of: text)
      {
        if element.isHeadingElement, !isLinked {
          headings.append(index)
          continue
        }
        if before < 0.9 * total, !isLinked,
          isSentence(position, of: kept, previous, after: phrase, text)
        {
          continue
        }
        runs[index].isRemoved = true
      } else if run.length < 300, run.prose < 0.2 * total,
        before > 0.85 * total || position < 2 && run.length < 120, hasPhrase(run, text)
      {
        runs[index].isRemoved = true
      }
    }
    removeHeadings(headings)
  }

  /// Removes those of the headings that have no text below them, up to the next heading of their
  /// level, or whose sections begin with a link or with something that's gone.
  private mutating func removeHeadings(_ headings: [Int]) {
    var headings = headings[...]
    // Whether a heading of each level would have text below it.
    var hasText = [Bool](repeating: false, count: 7)
    // The next line that stays.
    var below: Int?
    for index in runs.indices.reversed() where !headings.isEmpty && !runs[index].isRemoved {
      defer { if !runs[index].isRemoved { below = index } }
      let element = tree.nodes[Int(runs[index].block)].element
      if element.isHeadingElement {
        let level = element.headingLevel
        if headings.last == index {
          headings.removeLast()
          let isAboveText = isSectionTitle(index) && below.map { runs[$0].prose > 0 } ?? false
          guard hasText[level], isAboveText || beginsSection(index) else {
            runs[index].isRemoved = true
            continue
          }
        }
        for other in hasText.indices { hasText[other] = other < level }
      } else if isText(index) || runs[index].sentences > 0 && runs[index].words > 2 {
        for level in hasText.indices { hasText[level] = true }
      }
    }
  }

  /// Whether a heading is long, or has a generated id.
  private func isSectionTitle(_ heading: Int) -> Bool {
    runs[heading].length >= 40 || tree.nodes[Int(runs[heading].block)].hints.contains(.slug)
  }

  /// Whether the next line stays and is of the heading's section. The heading of a box with other
  /// pages may be above further headings.
  private func beginsSection(_ heading: Int) -> Bool {
    let next = runs[heading + 1]
    return !next.isRemoved && next.linkDensity < 0.5
      && !(isHeading(heading + 1)
        && BoilerplatePhrases.ofBoxes.begin(lowercasedText(of: runs[heading])))
  }

  /// Whether a line is a whole sentence among text or code, and says more than its first words and
  /// names. Labels, credits and lines with links or buttons aren't such sentences.
  private func isSentence(
    _ position: Int, of kept: [Int], _ previous: Int?, after phrase: [UInt8], _ text: [UInt8]
  ) -> Bool {
    let run = runs[kept[position]]
    if run.endsSentence, run.length > 60 { return true }
    guard run.words > 2 || run.wideLength > 12, run.links == 0, isParagraph(run.block),
      !holdsControl(run), hasPlainWord(run, after: phrase.count),
      isText(previous), isText(kept[(position + 1)...].first { !isHeading($0) })
    else { return false }
    if run.endsSentence { return true }
    // A colon belongs to the next line, which mustn't be gone.
    let end = (text.lastIndex { $0 > 0x20 } ?? -1) + 1
    let last = text[..<end].suffix(3)
    let hasColon = last.last == UInt8(ascii: ":") || last.elementsEqual("：".utf8)
    return hasColon && kept[position + 1] == kept[position] + 1 && !isHeading(kept[position + 1])
  }

  private func isHeading(_ run: Int) -> Bool {
    tree.nodes[Int(runs[run].block)].element.isHeadingElement
  }

  private func isText(_ index: Int?) -> Bool {
    guard let index else { return false }
    switch tree.nodes[Int(runs[index].block)].element {
    case .li, .td, .dd, .pre: return runs[index].linkDensity < 0.5
    default: return runs[index].prose > 0
    }
  }

  private func isParagraph(_ block: Int32) -> Bool {
    let node = tree.nodes[Int(block)]
    switch node.element {
    case .figcaption, .caption, .figure, .summary, .header, .footer, .aside, .address: return false
    default: break
    }
    return node.hints.isDisjoint(with: .notOfSentences)
  }

  /// Whether a button or a field is in the line.
  private func holdsControl(_ run: TextRun) -> Bool {
    guard !tree.controlParents.isEmpty else { return false }
    return tree.controlParents.contains(run.block)
      || (run.start..<run.end).contains { tree.controlParents.contains($0) }
  }

  /// Whether a longer word without a capital letter follows a phrase that isn't a label. Credits
  /// have names.
  private func hasPlainWord(_ run: TextRun, after length: Int) -> Bool {
    let text = tree.text(of: run, isLowercase: false)
    let rest = text.dropFirst(length).drop { $0 <= 0x20 }
    // A label is set apart from what follows.
    let marks = [":", "：", "- ", "– ", "— ", "|"]
    guard text.prefix(length).last != UInt8(ascii: ":"),
      !marks.contains(where: { rest.starts(with: $0.utf8) })
    else { return false }
    let lowercased = tree.text(of: run, isLowercase: true)[rest.startIndex...]
    var letters = 0
    var isPlain = false
    for (byte, lower) in zip(rest, lowercased) {
      guard byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 else {
        letters = 0
        continue
      }
      if letters == 0 { isPlain = byte == lower }
      // The second byte tells the case of a letter that isn't of ASCII.
      if letters == 1, byte != lower { isPlain = false }
      letters += 1
      if letters > 3, isPlain { return true }
    }
    return false
  }

  private func hasPhrase(_ run: TextRun, _ text: [UInt8]) -> Bool {
    if BoilerplatePhrases.contents.isContained(in: text) { return true }
    let isSentence = run.prose > 0 && run.linkDensity <= 0.1 && run.length >= 100
    return !isSentence && BoilerplatePhrases.subjects.isContained(in: text)
  }

  func lowercasedText(of run: TextRun) -> [UInt8] { tree.lowercasedText(of: run) }
}

extension ElementTree {
  func lowercasedText(of run: TextRun) -> [UInt8] { text(of: run, isLowercase: true) }

  /// The bytes of a line, with single spaces.
  func text(of run: TextRun, isLowercase: Bool) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(Int(run.length) + 8)
    for index in Int(run.start)..<Int(run.end) where nodes[index].isText {
      let node = nodes[index]
      for byte in self.text[Int(node.textStart)..<Int(node.textEnd)] {
        if byte <= 0x20 {
          if let last = text.last, last != 0x20 { text.append(0x20) }
        } else {
          text.append(isLowercase && byte &- 0x41 < 26 ? byte | 0x20 : byte)
          if isLowercase, byte >= 0x80 { text.lowercaseLast() }
          // Removes a no-break space at the start of the line.
          if byte == 0xA0, text.count == 2, text[0] == 0xC2 { text = [] }
        }
      }
    }
    return text
  }
}

extension MainText {
  /// Removes lines of a few words in separate boxes between the paragraphs, such as labels of
  /// advertisements and buttons. Labels in the box of a paragraph stay, such as the number of a
  /// step.
  mutating func removeLabels() {
    let prose = sums(\.prose)
    var total: Float = 0
    var inParagraphs: Float = 0
    for run in runs where !run.isRemoved {
      total += run.prose
      if tree.nodes[Int(run.block)].element == .p { inParagraphs += run.prose }
    }
    guard inParagraphs > 0.8 * total else { return }
    // The nearest element with prose around each node, or the node itself.
    var boxes = [Int32](repeating: 0, count: tree.nodes.count)
    for index in tree.nodes.indices.dropFirst() {
      boxes[index] = prose[index] > 0 ? Int32(index) : boxes[Int(tree.nodes[index].parent)]
    }
    for index in runs.indices where !runs[index].isRemoved && isLabel(runs[index]) {
      let parent = tree.nodes[Int(runs[index].block)].parent
      guard parent >= 0 else { continue }
      let box = boxes[Int(parent)]
      if box != parent, prose[Int(box)] > 0.5 * total, !isInItem(parent) {
        runs[index].isRemoved = true
      }
    }
  }

  private func isLabel(_ run: TextRun) -> Bool {
    guard run.prose == 0, run.length < 40, !run.endsSentence, run.formulas == 0 else {
      return false
    }
    switch tree.nodes[Int(run.block)].element {
    case .div, .center, .section, .article, .main: break
    default: return false
    }
    return lowercasedText(of: run).last { $0 > 0x20 } != UInt8(ascii: ":")
  }

  /// Whether an element is an item of a list or close inside one, such as an ingredient's amount.
  private func isInItem(_ node: Int32) -> Bool {
    var node = node
    for _ in 0..<3 where node > 0 {
      if tree.nodes[Int(node)].element == .li { return true }
      node = tree.nodes[Int(node)].parent
    }
    return false
  }

  /// The element whose children have the most prose.
  var paragraphsParent: Int32 {
    var prose: [Int32: Float] = [:]
    for run in runs where !run.isRemoved && run.prose > 0 {
      prose[tree.nodes[Int(run.block)].parent, default: 0] += run.prose
    }
    return prose.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? -1
  }
}

extension MainText {
  /// Keeps callouts among the text completely. Otherwise their titles and short lines would look
  /// like boilerplate.
  mutating func keepCallouts() {
    let callouts = tree.callouts.keys.filter { isWithinText($0) }.sorted()
    guard !callouts.isEmpty else { return }
    var callout = 0
    for index in runs.indices {
      while callout < callouts.count, tree.nodes[Int(callouts[callout])].end <= runs[index].start {
        callout += 1
      }
      guard callout < callouts.count else { return }
      if runs[index].start > callouts[callout] { runs[index].isRemoved = false }
    }
  }

  private func isWithinText(_ callout: Int32) -> Bool {
    guard callout > start, callout < end else { return false }
    var node = callout
    // An element around it may be boilerplate.
    for _ in 0..<24 where node > container {
      if isDropped[Int(node)] { return false }
      node = tree.nodes[Int(node)].parent
    }
    return true
  }
}

extension MainText {
  /// Keeps the notes that the text refers to, and removes all others.
  mutating func keepFootnotes() {
    var links = FootnoteLinks(tree)
    guard !links.notes.isEmpty else { return }
    var labels: Set<String> = []
    for (link, label) in links.references where isKept(link) { labels.insert(label) }
    labels.formUnion(labelsBeside(labels, of: links))
    links.keep(labels)
    guard !links.notes.isEmpty else { return }
    footnotes = links
    var note = 0
    for index in runs.indices {
      while note < links.notes.count, links.notes[note].nodes.upperBound <= runs[index].start {
        note += 1
      }
      guard note < links.notes.count else { return }
      if links.notes[note].nodes.contains(Int(runs[index].start)) { runs[index].isRemoved = false }
    }
  }

  /// The labels of all notes in the lists that have these notes. Something beside the article may
  /// refer to the others, such as an infobox.
  private func labelsBeside(_ labels: Set<String>, of links: FootnoteLinks) -> [String] {
    let lists = links.notes.map { note -> Int32 in
      let item = max(0, note.nodes.lowerBound - 1)
      return tree.nodes[item].element == .li ? tree.nodes[item].parent : -1
    }
    let kept = zip(links.notes, lists).filter { labels.contains($0.0.label) }.map(\.1)
    let ofText = Set(kept)
    return zip(links.notes, lists).filter { $0.1 >= 0 && ofText.contains($0.1) }.map(\.0.label)
  }

  /// Whether a node is in a kept run.
  private func isKept(_ node: Int) -> Bool {
    let run = firstRun(after: node)
    return run < runs.count && Int(runs[run].start) <= node + 2 && !runs[run].isRemoved
  }

  /// The first run that ends after a node.
  func firstRun(after node: Int) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].end) <= node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
