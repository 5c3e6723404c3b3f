import Markup

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
