import Markup

/// Reads the features of a page's lines.
struct LineReader {
  private let tree: ElementTree
  private let runs: [TextRun]
  /// The hints of all elements around each node.
  private var hints: [ElementHints]
  /// The elements around each node that are features.
  private var elements: [UInt32]
  /// What an element is like: a hash of its name and hints, and those of the elements around it.
  private var kinds: [UInt64]
  private var groups: [UInt64: Group] = [:]
  private var texts: [UInt64: Int] = [:]
  private var keys: [UInt64] = []
  private var seen: Set<UInt64> = []
  private var mainHeading = 0
  private var lastProse = 0
  private var starts: [Int32] = []
  private var total: Float = 1

  private struct Group {
    var count: Float = 0
    var prose: Float = 0
    var linked: Float = 0
    var length: Float = 0

    mutating func add(_ run: TextRun) {
      count += 1
      if run.prose > 0 { prose += 1 }
      if run.linkDensity > 0.8 { linked += 1 }
      length += Float(run.length)
    }
  }

  init(_ tree: ElementTree, runs: [TextRun]) {
    self.tree = tree
    self.runs = runs
    let count = tree.nodes.count
    hints = [ElementHints](repeating: [], count: count)
    elements = [UInt32](repeating: 0, count: count)
    kinds = [UInt64](repeating: 0, count: count)
    readElements()
    readGroups()
  }

  private mutating func readElements() {
    for index in tree.nodes.indices.dropFirst() where !tree.nodes[index].isText {
      let node = tree.nodes[index]
      let parent = Int(node.parent)
      if node.element == .body || node.element == .html { continue }
      var hash = UInt64(node.element.number) &+ 1
      hash = (hash ^ node.hints.rawValue) &* 0x9E37_79B9_7F4A_7C15
      guard parent >= 0 else { continue }
      hints[index] = hints[parent].union(node.hints)
      elements[index] = elements[parent]
      if let position = Self.around.firstIndex(of: node.element) {
        elements[index] |= 1 << UInt32(position)
      }
      // The four elements around count less and less.
      kinds[index] = hash ^ (kinds[parent] &<< 16)
    }
  }

  private static let around: [ElementName] = [
    .nav, .footer, .header, .aside, .main, .article, .form, .ul, .table, .section, .dl, .noscript,
    .dialog, .figure, .details, .a, .ol, .menu,
  ]
  private static let features: [LineFeature] = [
    .inNavigation, .inFooter, .inHeader, .inAside, .inMain, .inArticle, .inForm, .inList, .inTable,
    .inSection, .inTerms, .inNoScript, .inDialog, .inFigure, .inDetails, .inLink, .inList,
    .inNavigation,
  ]

  private mutating func readGroups() {
    mainHeading = runs.firstIndex { tree.nodes[Int($0.block)].element == .h1 } ?? 0
    lastProse = runs.lastIndex { $0.prose > 0 } ?? runs.count
    var length: Float = 0
    for run in runs {
      let key = tree.hash(of: run)
      keys.append(key)
      texts[key, default: 0] += 1
      groups[kinds[Int(run.block)], default: Group()].add(run)
      length += Float(run.length)
      starts.append(Int32(length))
    }
    total = max(length, 1)
  }
}

extension LineReader {
  /// A hash for lines in elements of the same kind.
  func kind(of run: TextRun) -> UInt64 { kinds[Int(run.block)] }

  /// Sets the features of a line. Lines have to be read in order.
  mutating func read(_ index: Int, into features: inout [Float]) {
    for position in features.indices { features[position] = 0 }
    func set(_ feature: LineFeature, _ value: Float = 1) { features[feature.rawValue] = value }
    let run = runs[index]
    let block = Int(run.block)
    set(.always)
    set(Self.feature(of: tree.nodes[block].element))
    var around = elements[block]
    while around != 0 {
      set(Self.features[around.trailingZeroBitCount])
      around &= around - 1
    }
    readText(index, set)
    readNeighbours(index, set)
    readHints(block, into: &features)
  }

  private static func feature(of element: ElementName) -> LineFeature {
    switch element {
    case .h1: .mainHeading
    case .h2: .secondHeading
    case .h3: .thirdHeading
    case .h4, .h5, .h6: .lowHeading
    case .p: .paragraph
    case .li: .item
    case .td, .th: .cell
    case .dt, .dd: .term
    case .div: .division
    case .figcaption, .caption: .caption
    case .pre: .code
    case .summary: .summary
    default: .otherBlock
    }
  }

  private mutating func readText(_ index: Int, _ set: (LineFeature, Float) -> Void) {
    let run = runs[index]
    let words: LineFeature =
      switch run.wideLength > 0 ? run.wideLength / 4 : run.words {
      case ...1: .oneWord
      case 2: .twoWords
      case ...5: .fewWords
      case ...10: .someWords
      default: .manyWords
      }
    set(words, 1)
    if run.prose > 0 { set(.prose, 1) }
    if run.length > 200 { set(.longText, 1) }
    set(.length, Self.logarithm(run.length))
    if run.endsSentence { set(.endsSentence, 1) }
    if run.linkDensity > 0.8 {
      set(.isLinked, 1)
    } else if run.linkDensity > 0.2 {
      set(.isPartlyLinked, 1)
    }
    if run.digits > 0 { set(.hasDigits, 1) }
    if 2 * run.digits > run.length { set(.isDigits, 1) }
    if run.commas > 0 { set(.hasCommas, 1) }
    if run.wideLength > run.length / 2 { set(.isWide, 1) }
    let key = keys[index]
    if !seen.insert(key).inserted {
      set(.isRepetition, 1)
    } else if texts[key] ?? 0 > 1 {
      set(.isRepeated, 1)
    }
    guard run.length < 300 else { return }
    let text = tree.lowercasedText(of: run)
    if run.digits > 0, Self.holdsPrice(text) { set(.hasPrice, 1) }
    if run.length < 140, BoilerplatePhrases.beginnings.begin(text) {
      set(.beginsLikeBoilerplate, 1)
    }
    if BoilerplatePhrases.contents.isContained(in: text) { set(.containsBoilerplate, 1) }
  }

  /// Whether a text has a sign of a currency.
  private static func holdsPrice(_ text: [UInt8]) -> Bool {
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "$"): return true
      // £, ¥ and €, ₹.
      case 0xC2
      where index + 1 < text.count && (text[index + 1] == 0xA3 || text[index + 1] == 0xA5):
        return true
      case 0xE2 where index + 1 < text.count && text[index + 1] == 0x82: return true
      default: break
      }
    }
    return false
  }

  private func readNeighbours(_ index: Int, _ set: (LineFeature, Float) -> Void) {
    if index > 0 {
      let before = runs[index - 1]
      if before.linkDensity > 0.8 { set(.afterLink, 1) }
      if before.prose > 0 { set(.afterProse, 1) }
      if tree.nodes[Int(before.block)].element.isHeadingElement { set(.afterHeading, 1) }
    }
    if index + 1 < runs.count {
      let after = runs[index + 1]
      if after.linkDensity > 0.8 { set(.beforeLink, 1) }
      if after.prose > 0 { set(.beforeProse, 1) }
      if tree.nodes[Int(after.block)].element.isHeadingElement { set(.beforeHeading, 1) }
    }
    var (length, prose, linked): (Int32, Float, Int32) = (1, 0, 0)
    let around = max(0, index - Self.reach)...min(runs.count - 1, index + Self.reach)
    for run in runs[around] {
      length += run.length
      if run.prose > 0 { prose += Float(run.length) }
      linked += run.linkedLength
    }
    set(.proseAround, prose / Float(length))
    set(.linksAround, Float(linked) / Float(length))
    set(.lengthAround, Self.logarithm(length / Int32(around.count)))
    if index < mainHeading { set(.beforeMainHeading, 1) }
    let position = Float(starts[index]) / total
    set(.position, position)
    if position < 0.1 { set(.inFirstTenth, 1) }
    if position > 0.9 { set(.inLastTenth, 1) }
    if index > lastProse { set(.afterProseEnds, 1) }
    let group = groups[kind(of: runs[index])] ?? Group()
    set(.alikeCount, Self.logarithm(Int32(group.count)))
    set(.alikeProse, group.prose / max(group.count, 1))
    set(.alikeLinked, group.linked / max(group.count, 1))
    set(.alikeLength, Self.logarithm(Int32(group.length / max(group.count, 1))))
  }

  /// The number of lines on both sides that are looked at.
  private static let reach = 5

  private func readHints(_ block: Int, into features: inout [Float]) {
    var near = tree.nodes[block].hints
    var node = block
    for _ in 0..<2 where node > 0 {
      node = Int(tree.nodes[node].parent)
      guard node > 0, tree.nodes[node].element != .body else { break }
      near.formUnion(tree.nodes[node].hints)
    }
    let within = hints[block]
    let first = LineFeature.nearNavigation.rawValue
    let second = LineFeature.withinNavigation.rawValue
    for (position, hints) in LineFeature.hints.enumerated() {
      if !near.isDisjoint(with: hints) { features[first + position] = 1 }
      if !within.isDisjoint(with: hints) { features[second + position] = 1 }
    }
  }

  /// A length on a scale from 0 for nothing to 1 for about a thousand letters.
  private static func logarithm(_ length: Int32) -> Float {
    let bits = Int32.bitWidth - max(length, 0).leadingZeroBitCount
    return Float(bits) / 10
  }
}

extension ElementTree {
  /// A hash of a line's letters and digits, whatever their case.
  func hash(of run: TextRun) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in Int(run.start)..<Int(run.end) where nodes[index].isText {
      for byte in text[Int(nodes[index].textStart)..<Int(nodes[index].textEnd)] where byte > 0x2F {
        hash = (hash ^ UInt64(byte | 0x20)) &* 0x100_0000_01B3
      }
    }
    return hash
  }
}
