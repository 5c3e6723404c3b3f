import Foundation
import Markup

/// Finds the main text of a page: the runs to keep, and the element around them.
struct MainText {
  let tree: ElementTree
  var statement: ArticleStatement
  var runs: [TextRun]
  /// Whether each node, with its content, is dropped from the article.
  var isDropped: [Bool]
  /// The element that holds the article.
  var container = 0
  /// The notes that the article refers to.
  var footnotes = FootnoteLinks()
  /// The bounds of the article. The introduction may begin before the container.
  var start = 0
  var end = 0
  /// Whether the article is the whole text.
  private(set) var isWhole = false
  /// The runs of link lists, and of the headings above them, that are sections of the article.
  var sectionLists: Set<Int> = []

  /// - Parameter runs: the lines of the page, if they're known.
  init(_ tree: ElementTree, runs: [TextRun]? = nil, statement: ArticleStatement) {
    self.tree = tree
    self.statement = statement
    self.runs = runs ?? TextRunReader.runs(of: tree)
    isDropped = [Bool](repeating: false, count: tree.nodes.count)
    guard !tree.nodes.isEmpty, !Task.isCancelled else { return }
    dropBoilerplate()
    if Task.isCancelled { return }
    container = findContainer()
    start = container
    end = Int(tree.nodes[container].end)
    filterRuns()
    keepCallouts()
    keepFootnotes()
  }

  /// Keeps the whole of a text that has nothing beside it.
  init(whole tree: ElementTree) {
    self.init(whole: tree, runs: TextRunReader.runs(of: tree))
    keepFootnotes()
  }

  init(whole tree: ElementTree, runs: [TextRun]) {
    self.tree = tree
    statement = ArticleStatement()
    self.runs = runs
    isDropped = [Bool](repeating: false, count: tree.nodes.count)
    end = tree.nodes.count
    isWhole = true
  }

  /// Keeps the posts of a discussion completely.
  init(_ discussion: Discussion, in tree: ElementTree) {
    self.init(whole: tree)
    isWhole = false
    start = discussion.posts.first.map { Int($0.text) } ?? 0
    var posts = discussion.posts[...]
    for index in runs.indices {
      while let post = posts.first, tree.nodes[Int(post.text)].end <= runs[index].start {
        posts.removeFirst()
      }
      runs[index].isRemoved = runs[index].start < posts.first?.text ?? .max
    }
    keepFootnotes()
  }

  /// Finds the text of a page of any kind.
  init(_ tree: ElementTree, runs: [TextRun], kind: Article.Kind, statement: ArticleStatement) {
    if kind == .article {
      self.init(tree, runs: runs, statement: statement)
    } else {
      self.init(sectionsOf: tree, runs: runs, kind: kind)
    }
  }

  /// The length of the article's text.
  var length: Int {
    runs.reduce(0) { $1.isRemoved ? $0 : $0 + Int($1.length) }
  }

  /// Whether the text is an article rather than an index with teasers or a form.
  var isArticle: Bool {
    let kept = runs.filter { !$0.isRemoved }
    let prose = kept.reduce(0) { $0 + $1.prose }
    if tree.hasPasswordField, prose < 250 { return false }
    if asksForScripts(kept) { return false }
    if prose < 100 {
      // The text is short or has few sentences, but the page may mark it as the article.
      let node = tree.nodes[container]
      let isMarked =
        node.element == .article || node.element == .main || node.hints.contains(.articleBody)
      let own = kept.filter { isOwnLine($0) }
      let isText = own.count > 1 || own.reduce(0) { $0 + $1.length } >= Self.shortestText
      return prose > 0 || isText && (isMarked || isAllOfPage(own))
    }
    return prose > 250 * Float(teasers - 3)
  }

  /// Whether a page with sections has a text, rather than a form to log in, or a request for the
  /// scripts that would make the text.
  var hasSections: Bool {
    let kept = runs.filter { !$0.isRemoved }
    let length = kept.reduce(0) { $0 + $1.length }
    // Shops have a hidden form to log in beside their products.
    return length >= (tree.hasPasswordField ? 250 : Self.shortestText) && !asksForScripts(kept)
  }

  /// Why a page without a text has none.
  /// - Parameter runs: all lines of the page.
  func reasonForNoText(in html: Data, runs: [TextRun]) -> ArticleError {
    guard !asksForScripts(runs) else { return .needsScripts }
    guard runs.reduce(0, { $0 + $1.length }) < Self.lengthOfRequest else { return .noArticle }
    if html.firstRange(of: Data("<script".utf8)) != nil { return .needsScripts }
    return html.firstRange(of: Data("<img".utf8)) != nil ? .onlyPictures : .noArticle
  }

  /// A single line that's shorter is a sign that the page is loading, or the like.
  private static let shortestText: Int32 = 20

  /// Whether a line is neither a link nor a line beside an article.
  private func isOwnLine(_ run: TextRun) -> Bool {
    tree.nodes[Int(run.block)].element != .title && run.linkDensity < 0.5
      && !BoilerplatePhrases.beginnings.begin(lowercasedText(of: run))
  }

  /// Whether a page consists mostly of its own lines, such as a table of keys.
  private func isAllOfPage(_ own: [TextRun]) -> Bool {
    let total = runs.reduce(0) {
      tree.nodes[Int($1.block)].element == .title ? $0 : $0 + $1.length
    }
    return own.count > 1 && 2 * own.reduce(0) { $0 + $1.length - $1.linkedLength } > total
  }

  /// Whether the text only asks for scripts, in place of the application that they'd show.
  private func asksForScripts(_ kept: [TextRun]) -> Bool {
    guard kept.count <= Self.linesOfRequest,
      kept.reduce(0, { $0 + $1.length }) < Self.lengthOfRequest
    else { return false }
    let text: [UInt8] = kept.flatMap { lowercasedText(of: $0) + [0x20] }
    return String(decoding: text, as: UTF8.self).containsBytes("javascript")
      && BoilerplatePhrases.scriptRequests.isContained(in: text)
  }

  private static let linesOfRequest = 4
  private static let lengthOfRequest = 600

  /// The number of headings in the container that are links with a text below, as in an index.
  private var teasers: Int {
    runs.indices.dropLast().count { index in
      let run = runs[index]
      return run.start >= container && run.start < end && run.linkDensity > 0.8 && run.length > 15
        && tree.nodes[Int(run.block)].element.isHeadingElement
        && !runs[index + 1].isRemoved && runs[index + 1].prose > 0 && runs[index + 1].length < 400
    }
  }

  /// Whether a good part of the article is in captions, as in a list of pictures.
  var captionsAreText: Bool {
    var prose: Float = 0
    var total: Float = 0
    for run in runs where !run.isRemoved {
      total += run.prose
      var node = run.block
      for _ in 0..<3 where node > 0 {
        if tree.nodes[Int(node)].element == .figcaption {
          prose += run.prose
          break
        }
        node = tree.nodes[Int(node)].parent
      }
    }
    return prose > 0.25 * total
  }

  // MARK: - Sums

  /// Returns for each node the sum of a value over all runs inside.
  func sums(_ value: (TextRun) -> Float) -> [Float] {
    var sums = [Float](repeating: 0, count: tree.nodes.count)
    for run in runs where !run.isRemoved { sums[Int(run.block)] += value(run) }
    for index in tree.nodes.indices.reversed() where sums[index] != 0 {
      let parent = tree.nodes[index].parent
      if parent >= 0 { sums[Int(parent)] += sums[index] }
    }
    return sums
  }
}

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
