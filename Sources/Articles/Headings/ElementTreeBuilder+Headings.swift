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
