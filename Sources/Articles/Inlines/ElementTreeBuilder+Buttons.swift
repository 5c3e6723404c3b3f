import Markup

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
