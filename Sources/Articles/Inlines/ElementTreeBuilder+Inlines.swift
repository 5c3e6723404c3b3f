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

  mutating func append(_ mark: String, in parent: Int32) {
    var node = ElementTree.Node(
      element: .other, isText: true, parent: parent, end: Int32(tree.nodes.count + 1))
    node.textStart = Int32(tree.text.count)
    tree.text += mark.utf8
    node.textEnd = Int32(tree.text.count)
    tree.nodes.append(node)
  }
}
