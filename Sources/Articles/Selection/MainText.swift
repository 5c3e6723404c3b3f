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

  init(_ tree: ElementTree, statement: ArticleStatement) {
    self.tree = tree
    self.statement = statement
    runs = TextRunReader.runs(of: tree)
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
    self.tree = tree
    statement = ArticleStatement()
    runs = TextRunReader.runs(of: tree)
    isDropped = [Bool](repeating: false, count: tree.nodes.count)
    end = tree.nodes.count
    isWhole = true
    keepFootnotes()
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
