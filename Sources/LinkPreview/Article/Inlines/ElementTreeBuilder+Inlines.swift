import Markup

extension ElementTreeBuilder {
  /// The element that means the same to a reader as one that's rarer.
  static func plain(_ name: TagName) -> ElementName {
    if name == "amp-img" { return .img }
    // https://html.spec.whatwg.org/#the-del-element
    if name == "del" { return .s }
    // What a program answers looks like code. The keys to press (`kbd`) read well without marks.
    if name == "samp" { return .tt }
    return .other
  }

  /// Whether an element is the box of a task, which must come first in an item.
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
}
