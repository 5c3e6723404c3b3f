import Markup

/// A line or paragraph: text between two boundaries of blocks.
struct TextRun {
  /// The first node, and the node after the last one.
  var start: Int32
  var end: Int32
  /// The nearest block around the run.
  var block: Int32
  /// The length of the text in Latin letters. A Chinese character counts as two.
  var length: Int32 = 0
  /// The length of the text in links.
  var linkedLength: Int32 = 0
  var words: Int32 = 0
  var links: Int32 = 0
  var commas: Int32 = 0
  var digits: Int32 = 0
  /// The length of the text in East Asian scripts.
  var wideLength: Int32 = 0
  var formulas: Int32 = 0
  /// The number of sentence ends.
  var sentences: Int32 = 0
  /// Whether the text so far ends in a sentence or a colon, ignoring quotation marks and brackets.
  var endsSentence = false
  /// Whether the run is a block of code, in which punctuation doesn't end sentences.
  var isCode = false
  /// Whether the run isn't part of the article. Removed runs stay in the list, because they
  /// separate others.
  var isRemoved = false

  var linkDensity: Float { length > 0 ? Float(linkedLength) / Float(length) : 0 }
}

/// Divides the text of a page into runs.
struct TextRunReader {
  private let tree: ElementTree
  private(set) var runs: [TextRun] = []
  private var run = TextRun(start: -1, end: -1, block: 0)
  private var isAfterSpace = true

  init(_ tree: ElementTree) {
    self.tree = tree
    runs.reserveCapacity(tree.nodes.count / 4)
  }

  static func runs(of tree: ElementTree) -> [TextRun] {
    var reader = TextRunReader(tree)
    reader.read()
    return reader.runs
  }

  private mutating func read() {
    // The ends of the open blocks and links.
    var blocks: [(node: Int32, end: Int32)] = []
    var linkEnd: Int32 = -1
    // The end of a link to a part of the page. The link may be around that part's heading.
    var partLinkEnd: Int32 = -1
    tree.text.withUnsafeBufferPointer { text in
      tree.nodes.withUnsafeBufferPointer { nodes in
        for index in nodes.indices {
          let nodeIndex = Int32(truncatingIfNeeded: index)
          while let last = blocks.last, last.end <= nodeIndex {
            blocks.removeLast()
            finishRun(at: nodeIndex)
          }
          let node = nodes[index]
          if node.isText {
            if run.start < 0 {
              run.start = nodeIndex
              run.block = blocks.last?.node ?? 0
              run.isCode = nodes[Int(run.block)].element == .pre
            }
            run.end = nodeIndex + 1
            if node.element == .math { run.formulas += 1 }
            let isLinked =
              nodeIndex < linkEnd && (nodeIndex >= partLinkEnd || !isHeading(blocks.last?.node))
            count(text, Int(node.textStart), Int(node.textEnd), isLinked: isLinked)
          } else if node.element.isBlock {
            finishRun(at: nodeIndex)
            blocks.append((nodeIndex, node.end))
          } else if node.element == .a, node.attributes >= 0,
            leadsAway(node, from: blocks.last?.node)
          {
            linkEnd = max(linkEnd, node.end)
            if leadsToPart(node) { partLinkEnd = max(partLinkEnd, node.end) }
            run.links += 1
          } else if node.element == .br {
            isAfterSpace = true
            if isDoubleBreak(index, nodes) { finishRun(at: nodeIndex) }
          }
        }
        finishRun(at: Int32(nodes.count))
      }
    }
  }

  /// Whether a link leads to another page. A heading's link to itself doesn't, but a list of links
  /// to headings counts, because it's a table of contents.
  private func leadsAway(_ node: ElementTree.Node, from block: Int32?) -> Bool {
    guard let address = tree.attributes[Int(node.attributes)].address else { return false }
    if leadsToPart(node) { return !isHeading(block) }
    let text = tree.text[Int(address.lowerBound)..<Int(address.upperBound)]
    return !text.starts(with: "javascript:".utf8)
  }

  /// Whether a link leads to a part of the page, or to the page itself.
  private func leadsToPart(_ node: ElementTree.Node) -> Bool {
    guard let address = tree.attributes[Int(node.attributes)].address else { return false }
    return !address.isEmpty && tree.text[Int(address.lowerBound)] == UInt8(ascii: "#")
  }

  private func isHeading(_ block: Int32?) -> Bool {
    block.map { tree.nodes[Int($0)].element.isHeadingElement } ?? false
  }

  /// Whether another line break follows after white space.
  private func isDoubleBreak(
    _ index: Int, _ nodes: UnsafeBufferPointer<ElementTree.Node>
  ) -> Bool {
    var next = index + 1
    while next < nodes.count, next < index + 3 {
      if nodes[next].isText {
        guard tree.isBlank(nodes[next]) else { return false }
      } else {
        return nodes[next].element == .br
      }
      next += 1
    }
    return false
  }

  private mutating func finishRun(at nodeIndex: Int32) {
    let isEmpty = run.length == 0
    if !isEmpty { runs.append(run) }
    if run.start >= 0 || run.links > 0 { run = TextRun(start: -1, end: -1, block: 0) }
    isAfterSpace = true
  }

  private mutating func count(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, isLinked: Bool
  ) {
    var length: Int32 = 0
    var position = start
    while position < end {
      let byte = text[position]
      position &+= 1
      if byte <= 0x20 {
        if !isAfterSpace { length &+= 1 }
        isAfterSpace = true
        continue
      }
      if byte & 0xC0 == 0x80 { continue }
      if isAfterSpace {
        run.words &+= 1
        isAfterSpace = false
      }
      // No-break spaces, and the marks of East Asian scripts.
      if byte == 0xC2, position < end, text[position] == 0xA0 {
        isAfterSpace = true
        continue
      }
      length &+= byte >= 0xE3 ? 2 : 1
      if byte >= 0xE3 { run.wideLength &+= 2 }
      switch byte {
      case UInt8(ascii: ","):
        run.commas &+= 1
        run.endsSentence = false
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"):
        if !run.endsSentence, byte != UInt8(ascii: ":") { run.sentences &+= 1 }
        run.endsSentence = byte != UInt8(ascii: ":")
      // Quotation marks and brackets after the end of a sentence.
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"): break
      case 0xC2 where position < end && text[position] == 0xBB: break
      case 0xE2 where isQuotationMark(text, position, end): break
      case 0xE2 where isEllipsis(text, position, end): run.endsSentence = true
      case 0xE3 where position + 1 < end && text[position] == 0x80:
        if text[position + 1] == 0x81 { run.commas &+= 1 }
        run.endsSentence = text[position + 1] == 0x82
        if run.endsSentence { run.sentences &+= 1 }
      case 0xD8 where position < end && text[position] == 0x8C: run.commas &+= 1
      default:
        if byte &- 0x30 < 10 { run.digits &+= 1 }
        run.endsSentence = false
      }
    }
    run.length &+= length
    if isLinked { run.linkedLength &+= length }
  }

  @inline(__always)
  private func isQuotationMark(
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ end: Int
  ) -> Bool {
    position + 1 < end && text[position] == 0x80 && (0x98...0x9F).contains(text[position + 1])
  }

  @inline(__always)
  private func isEllipsis(
    _ text: UnsafeBufferPointer<UInt8>, _ position: Int, _ end: Int
  ) -> Bool {
    position + 1 < end && text[position] == 0x80 && text[position + 1] == 0xA6
  }
}

extension ElementTree {
  func isBlank(_ node: Node) -> Bool {
    text[Int(node.textStart)..<Int(node.textEnd)].allSatisfy { $0 <= 0x20 }
  }
}

extension TextRun {
  /// The amount of prose in the run, in letters.
  var prose: Float {
    let density = linkDensity
    // Only articles have code, but a long listing mustn't outweigh the text.
    if isCode { return density < 0.5 ? min(300, Float(length)) : 0 }
    // Only articles have formulas, even in short lines.
    if formulas > 0, density < 0.5 { return max(40, Float(length)) * (1 - density) }
    guard density < 0.5, words >= 5 || length > 60 else { return 0 }
    // Data without words of any language.
    if length > 50 * words, wideLength < length / 2 { return 0 }
    let isSentence = sentences > 0 && length >= 40
    if isSentence || commas > 0 && length >= 60 { return Float(length) * (1 - density) }
    if wideLength > length / 2 { return length >= 40 ? Float(length) * (1 - density) : 0 }
    return length >= 100 ? Float(length) * (0.6 - density) : 0
  }

  /// The run's evidence for its surroundings being the article: positive for it, negative against
  /// it.
  var score: Float {
    let prose = prose
    if prose > 0 { return prose + 20 * Float(min(commas, 10)) }
    if linkDensity > 0.5 { return -10 - Float(min(length, 60)) / 2 }
    // Lines without sentences, as in lists and recipes, are neutral.
    return length >= 40 && linkDensity < 0.2 ? 0 : -8
  }
}

extension ElementHints {
  static let strongBoilerplate: ElementHints = [
    .footer, .newsletter, .related, .sidebar,
  ]
  /// Hints that pages also give to parts of an article. Comments and links to other pages aren't
  /// among them, because they may have most of a page's prose.
  static let doubtful: ElementHints = [
    .advertisement, .details, .contents, .credit, .navigation, .footer, .author, .sidebar,
    .newsletter, .sharing, .overlay,
  ]
  /// Hints of blocks whose sentences aren't of an article.
  static let notOfSentences: ElementHints = [
    .advertisement, .author, .caption, .credit, .details, .newsletter, .related, .sharing,
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

extension ElementName {
  var isList: Bool { self == .ul || self == .ol || self == .dl }
}
