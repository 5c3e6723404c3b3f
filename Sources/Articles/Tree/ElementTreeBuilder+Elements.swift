import Markup

extension ElementTreeBuilder {
  /// Returns the heading that an ARIA role makes of an element
  /// (https://www.w3.org/TR/wai-aria-1.2/#heading). Ignores headings without a level, because
  /// they're mostly in dialogs.
  static func heading(_ element: ElementName, _ attributes: Attributes) -> ElementName? {
    switch element {
    case .div, .p, .span, .other: break
    default: return nil
    }
    guard attributes["role"] == "heading" else { return nil }
    return switch attributes["aria-level"] {
    case "1": .h1
    case "2": .h2
    case "3": .h3
    case "4": .h4
    case "5": .h5
    case "6": .h6
    default: nil
    }
  }

  /// Removes the last element if it's a heading's permalink, such as `¶`, which isn't part of the
  /// heading's text.
  mutating func removePermalink(_ link: Int) {
    let node = tree.nodes[link]
    guard node.element == .a, tree.nodes.count - link < 12,
      let address = tree.attributes(of: link)?.address,
      tree.text[Int(address.lowerBound)..<Int(address.upperBound)].contains(UInt8(ascii: "#")),
      tree.postProperties.last?.node ?? -1 < link, isAtHeading(node)
    else { return }
    var label: [UInt8] = []
    for node in tree.nodes[link...] {
      if node.element == .img || node.element == .math { return }
      if node.isText { label += tree.text[Int(node.textStart)..<Int(node.textEnd)] }
      if label.count > 200 { return }
    }
    guard Permalink.isLabel(label) else { return }
    tree.nodes.removeLast(tree.nodes.count - link)
  }

  /// Whether a node is in a heading, or directly after a heading inside the same wrapper.
  private func isAtHeading(_ node: ElementTree.Node) -> Bool {
    var parent = node.parent
    for _ in 0..<3 where parent >= 0 {
      if tree.nodes[Int(parent)].element.isHeadingElement { return true }
      parent = tree.nodes[Int(parent)].parent
    }
    guard node.parent >= 0 else { return false }
    let first = Int(node.parent) + 1
    return tree.nodes[first...].prefix(3).contains {
      $0.element.isHeadingElement && $0.parent == node.parent
    }
  }

  /// Removes the hints from the generated ids of the last heading and its section. Generators make
  /// ids from the heading's words: a section about related work isn't a list of related pages.
  mutating func forgetSlugs(_ heading: Int) {
    guard tree.nodes.count - heading < Self.nodesOfHeading, !tree.anchors.isEmpty else { return }
    var nodes = Array(heading..<tree.nodes.count)
    let section = Int(tree.nodes[heading].parent)
    if section > 0, heading - section < 4,
      tree.nodes[section + 1..<heading].allSatisfy({ $0.isText && tree.isBlank($0) })
    {
      nodes.append(section)
    }
    var text: [UInt8]?
    for node in nodes where !tree.nodes[node].isText {
      guard let name = name(of: node) else { continue }
      // MediaWiki adds an edit link to the heading's words, so an element inside is compared by its
      // own text.
      let key = node > heading ? key(of: node) : text ?? key(of: heading)
      if node <= heading { text = key }
      guard HeadingSlug.isSlug(name, of: key, isSection: node == section) else { continue }
      var hints: ElementHints = []
      name.withUnsafeBufferPointer { HintWords.read($0, into: &hints) }
      tree.nodes[node].hints.subtract(hints)
      tree.nodes[heading].hints.insert(.slug)
    }
  }

  private static let nodesOfHeading = 24

  /// The `id` of an element.
  private func name(of node: Int) -> [UInt8]? {
    guard
      let anchor = tree.anchors.suffix(8).last(where: { $0.node == node })
    else { return nil }
    return Array(tree.text[Int(anchor.name.lowerBound)..<Int(anchor.name.upperBound)])
  }

  /// The letters and digits of a heading or an element in it.
  private func key(of node: Int) -> [UInt8] {
    var key: [UInt8] = []
    for node in tree.nodes[node..<Int(tree.nodes[node].end)] where node.isText {
      for byte in tree.text[Int(node.textStart)..<Int(node.textEnd)].prefix(400) {
        ArticleStatement.append(byte, to: &key)
      }
    }
    return key
  }
}

extension ElementTree {
  /// Whether a text is the reading of other text, which titles elsewhere don't have.
  func isReading(_ node: Node) -> Bool {
    node.parent >= 0
      && !nodes[Int(node.parent)].hints.isDisjoint(with: [.reading, .readingBracket])
  }

  /// The texts of the first `h1` elements.
  var mainHeadings: [String] {
    nodes.indices.lazy.filter { nodes[$0].element == .h1 && !nodes[$0].isText }.prefix(3)
      .compactMap { heading in
        let texts = nodes[heading..<Int(nodes[heading].end)].filter { $0.isText && !isReading($0) }
        let bytes = texts.flatMap { text[Int($0.textStart)..<Int($0.textEnd)] }
        return PlainText.folded(String(decoding: bytes, as: UTF8.self))
      }
  }
}

extension ElementTreeBuilder {
  /// Replaces a rare element by the common element with the same meaning.
  static func plain(_ name: TagName) -> ElementName {
    if name == "amp-img" { return .img }
    // https://html.spec.whatwg.org/#the-del-element
    if name == "del" { return .s }
    // A program's output looks like code. Keys (`kbd`) read well without marks.
    if name == "samp" { return .tt }
    return .other
  }

  /// Whether an element is a task's checkbox, which has to be first in its item.
  func isTask(_ element: ElementName, _ attributes: Attributes) -> Bool {
    guard element == .input, attributes.value("type", contains: "checkbox") else { return false }
    var index = tree.nodes.count - 1
    for _ in 0..<6 where index > 0 {
      let node = tree.nodes[index]
      if node.element == .li, !node.isText { return node.end == 0 }
      if node.isText, !tree.isBlank(node) { return false }
      index -= 1
    }
    return false
  }

  /// The marks that browsers add around a `q` (https://html.spec.whatwg.org/#quotes).
  static func quotationMarks(in language: String) -> (String, String) {
    switch language.inLowerCase.prefix(2) {
    case "de", "cs", "sk", "sl", "is", "lt", "bg": ("„", "“")
    case "pl", "hu", "ro", "hr", "nl": ("„", "”")
    case "fr", "es", "it", "ru", "uk", "el", "no", "nb", "nn", "pt": ("«", "»")
    case "sv", "fi": ("”", "”")
    case "ja", "zh": ("「", "」")
    default: ("“", "”")
    }
  }

  /// Adds the opening mark of the quotation that has just begun.
  mutating func quotationStarted() {
    let node = tree.nodes.count - 1
    tree.nodes[node].hints.insert(.quotation)
    append(quotationMarks.0, in: Int32(node))
  }

  /// Adds a bracket before the reading that has just begun, unless the page has brackets for
  /// browsers that can't show the reading above (https://html.spec.whatwg.org/#the-rp-element).
  mutating func readingStarted() {
    let node = tree.nodes.count - 1
    tree.nodes[node].hints.insert(.reading)
    // The end tag of the reading before it may be missing.
    let outer = open.dropLast().suffix(4).last { tree.nodes[Int($0)].hints.contains(.bracketed) }
    if let outer { tree.nodes[Int(outer)].hints.remove(.bracketed) }
    let before = tree.nodes[..<node].suffix(3).last { $0.isText && !tree.isBlank($0) }
    guard let before, !tree.nodes[Int(before.parent)].hints.contains(.readingBracket) else {
      return
    }
    tree.nodes[node].hints.insert(.bracketed)
    append(outer == nil ? "(" : ")(", in: Int32(node))
  }

  /// Adds the bracket after a reading, or removes the one before if there's nothing between them.
  mutating func readingEnded(_ node: Int32) {
    let inside = tree.nodes.indices[(Int(node) + 1)...]
    guard inside.count <= Self.nodesOfReading else { return append(")", in: node) }
    let texts = inside.filter { tree.nodes[$0].isText }
    let isEmpty = texts.allSatisfy { index in
      tree.text[Int(tree.nodes[index].textStart)..<Int(tree.nodes[index].textEnd)]
        .allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: "(") }
    }
    guard isEmpty else { return append(")", in: node) }
    for index in texts { tree.nodes[index].textEnd = tree.nodes[index].textStart }
  }

  /// Removes all but the bracket from an `rp`. Some pages have other text there, which nobody sees.
  mutating func readingBracketEnded(_ node: Int32) {
    let inside = tree.nodes.indices[(Int(node) + 1)...].prefix(Self.nodesOfReading)
    for index in inside where tree.nodes[index].isText {
      let inner = tree.nodes[index]
      let text = tree.text[Int(inner.textStart)..<Int(inner.textEnd)]
      let bracket = Self.brackets.first { text.starts(with: $0) }
      tree.nodes[index].textEnd = inner.textStart + Int32(bracket?.count ?? 0)
    }
  }

  /// The most nodes of an empty reading or of a bracket.
  private static let nodesOfReading = 8
  private static let brackets = ["(", ")", "[", "]", "（", "）", "【", "】", "〔", "〕", "《", "》"]
    .map { Array($0.utf8) }

  mutating func append(_ mark: String, in parent: Int32) {
    var node = ElementTree.Node(
      element: .other, isText: true, parent: parent, end: Int32(tree.nodes.count + 1))
    node.textStart = Int32(tree.text.count)
    tree.text += mark.utf8
    node.textEnd = Int32(tree.text.count)
    tree.nodes.append(node)
  }
}

extension ElementTreeBuilder {
  /// Hides the last element if it's a button, because a button's words aren't text. A button has
  /// the role (https://www.w3.org/TR/wai-aria-1.2/#button), or is a link that's named like one,
  /// leads nowhere and follows a sentence. Not hidden: headings that show their section, and
  /// pictures that enlarge.
  mutating func hideButton(_ index: Int) {
    let button = tree.nodes[index]
    guard tree.nodes.count - index < Self.nodesOfButton, !leadsAway(button) else { return }
    var length = 0
    for inner in tree.nodes[index...] {
      if inner.element == .img || inner.element.isHeadingElement { return }
      guard inner.isText else { continue }
      length += tree.text[Int(inner.textStart)..<Int(inner.textEnd)].count { $0 > 0x20 }
    }
    guard length <= Self.longestLabel, !isInHeading(button) else { return }
    if button.hints.contains(.button) || button.element == .a && followsSentence(index) {
      tree.nodes[index].hints.insert(.unseen)
    }
  }

  /// Notes that the innermost open element holds a button or a field, which have no node.
  mutating func markControl(_ element: ElementName, _ attributes: Attributes) {
    switch element {
    case .input where attributes.value("type", contains: "hidden"): break
    case .button, .input, .select, .textarea: tree.controlParents.insert(open.last ?? 0)
    default: break
    }
  }

  /// Whether the next element has the first text of a heading. A button there has the heading's
  /// words, and shows its section (https://www.w3.org/WAI/ARIA/apg/patterns/accordion/).
  var beginsHeading: Bool {
    for index in tree.nodes.indices.suffix(4).reversed() {
      let node = tree.nodes[index]
      if node.isText, !tree.isBlank(node) { return false }
      if !node.isText, node.element.isHeadingElement { return node.end == 0 }
    }
    return false
  }

  private static let nodesOfButton = 12
  private static let longestLabel = 40

  /// Whether an element is a link to another page, or to a part of this one.
  private func leadsAway(_ node: ElementTree.Node) -> Bool {
    guard node.attributes >= 0, node.element == .a,
      let address = tree.attributes[Int(node.attributes)].address
    else { return false }
    let text = tree.text[Int(address.lowerBound)..<Int(address.upperBound)]
    return text.count > 1 && !text.starts(with: "javascript:".utf8)
  }

  private func isInHeading(_ node: ElementTree.Node) -> Bool {
    var parent = node.parent
    for _ in 0..<3 where parent > 0 {
      let around = tree.nodes[Int(parent)]
      if around.element.isHeadingElement || around.element == .summary { return true }
      parent = around.parent
    }
    return false
  }

  /// Whether a sentence, a block or another button ends before an element.
  private func followsSentence(_ index: Int) -> Bool {
    for before in tree.nodes[..<index].suffix(Self.nodesOfButton).reversed() {
      if before.element.isBlock, !before.isText { return true }
      guard before.isText, !tree.isBlank(before) else { continue }
      if before.parent >= 0, tree.nodes[Int(before.parent)].hints.contains(.unseen) { return true }
      let last = tree.text[Int(before.textStart)..<Int(before.textEnd)].last { $0 > 0x20 }
      return last.map { Self.sentenceEnds.contains($0) } == true
    }
    return false
  }

  /// The last bytes of characters that end sentences, including `…`, `”` and `»`.
  private static let sentenceEnds: Set<UInt8> = [
    UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "\""),
    UInt8(ascii: ")"), 0xA6, 0x9D, 0xBB,
  ]
}

extension ElementTreeBuilder {
  /// Turns the last element, which microdata calls an ingredient
  /// (https://schema.org/recipeIngredient), into a list item with the amount and the name on one
  /// line. An element with several ingredients stays unchanged.
  mutating func joinIngredient(_ ingredient: Int) {
    let inside = ingredient + 1..<tree.nodes.count
    guard inside.count < Self.nodesOfIngredient, let starts = lineStarts(in: inside),
      starts.count(where: { isNumber(at: $0) }) < 2
    else {
      tree.nodes[ingredient].hints.remove(.ingredient)
      return
    }
    for node in inside where tree.nodes[node].element.isBlock {
      tree.nodes[node].element = .span
    }
    for text in starts.dropFirst() { beginWord(at: text) }
    if Self.itemLike.contains(tree.nodes[ingredient].element), !isInItem(ingredient) {
      tree.nodes[ingredient].element = .li
    } else {
      tree.nodes[ingredient].hints.remove(.ingredient)
    }
  }

  private static let itemLike: ElementSet = [.div, .p, .section, .dd]
  private static let nodesOfIngredient = 40

  /// Returns the first text of each line among the nodes, or nil if the nodes contain more than
  /// lines.
  private func lineStarts(in nodes: Range<Int>) -> [Int]? {
    var starts: [Int] = []
    var line: Int32 = -1
    for index in nodes {
      let node = tree.nodes[index]
      if node.isText, node.element != .math {
        guard !tree.isBlank(node) else { continue }
        let block = block(around: index)
        if block != line { starts.append(index) }
        line = block
      } else if node.element == .br || node.element.isBlock && !Self.lines.contains(node.element) {
        return nil
      }
    }
    return starts
  }

  private static let lines: ElementSet = [.div, .p]

  private func block(around index: Int) -> Int32 {
    var node = tree.nodes[index].parent
    while node > 0, !tree.nodes[Int(node)].element.isBlock { node = tree.nodes[Int(node)].parent }
    return node
  }

  private func isNumber(at text: Int) -> Bool {
    let node = tree.nodes[text]
    let bytes = tree.text[Int(node.textStart)..<Int(node.textEnd)].drop { $0 <= 0x20 }
    return String(decoding: bytes.prefix(4), as: UTF8.self).first?.isNumber == true
  }

  /// Inserts a space before a text, because it may follow a word now.
  private mutating func beginWord(at text: Int) {
    let node = tree.nodes[text]
    let start = Int32(tree.text.count)
    tree.text.append(0x20)
    tree.text += Array(tree.text[Int(node.textStart)..<Int(node.textEnd)])
    tree.nodes[text].textStart = start
    tree.nodes[text].textEnd = Int32(tree.text.count)
  }

  private func isInItem(_ node: Int) -> Bool {
    var parent = tree.nodes[node].parent
    for _ in 0..<4 where parent >= 0 {
      if tree.nodes[Int(parent)].element == .li { return true }
      parent = tree.nodes[Int(parent)].parent
    }
    return false
  }
}
