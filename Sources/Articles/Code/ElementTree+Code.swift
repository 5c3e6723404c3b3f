import Markup

/// Turns each block of code into a `pre` with one text: its lines as a browser shows them, without
/// line numbers and buttons.
///
/// Runs before the search for the main text, so that code isn't taken for a comment, a menu, a
/// footnote or a paragraph.
extension ElementTree {
  mutating func joinCode() {
    guard nodes.contains(where: { Self.mayBeCode($0) }) else { return }
    var blocks = CodeBlocks(self)
    for block in blocks.find() { apply(block) }
  }

  static func mayBeCode(_ node: Node) -> Bool {
    guard !node.isText else { return false }
    switch node.element {
    case .pre, .code, .listing, .xmp, .plaintext: return true
    case .table, .div: return node.hints.contains(.code) || node.attributes >= 0
    default: return false
    }
  }

  private mutating func apply(_ block: CodeBlock) {
    for node in block.gutters { clear(from: node) }
    for node in block.wrappers { nodes[node].element = .div }
    let root = block.node
    if let firstText = nodes[root + 1..<Int(nodes[root].end)].firstIndex(where: \.isText) {
      clear(from: root)
      let start = Int32(text.count)
      text += block.text
      nodes[firstText].element = .other
      nodes[firstText].textStart = start
      nodes[firstText].textEnd = Int32(text.count)
    }
    for node in root + 1..<Int(nodes[root].end) where !nodes[node].isText {
      nodes[node].element = .span
      nodes[node].hints = []
    }
    nodes[root].element = .pre
    nodes[root].hints.formIntersection([.unseen, .hidden])
    // Classes of elements around code say nothing about it. One may name a menu of languages.
    for node in block.shells {
      nodes[node].hints.formIntersection([.unseen, .hidden, .code, .callout])
    }
    name(block.language, caption: block.caption, at: root)
  }

  /// Removes the texts in an element.
  private mutating func clear(from node: Int) {
    for index in node..<Int(nodes[node].end) where nodes[index].isText {
      nodes[index].element = .other
      nodes[index].textEnd = nodes[index].textStart
    }
  }

  private mutating func name(_ language: String?, caption: String?, at node: Int) {
    guard language != nil || caption != nil else { return }
    var values = attributes(of: node) ?? AttributeValues()
    if let language { values.classes = keep("language-\(language)") }
    if let caption { values.alternativeText = keep(caption) }
    nodes[node].attributes = Int32(attributes.count)
    attributes.append(values)
  }
}

/// A block of code in a page.
struct CodeBlock {
  /// The element of the block.
  var node: Int
  var text: [UInt8]
  /// Elements beside the code with its line numbers, with buttons, or with the names of its
  /// language and file.
  var gutters: [Int] = []
  /// Elements around the code that only place it beside its line numbers.
  var wrappers: [Int] = []
  /// Elements around the code with little other text.
  var shells: [Int] = []
  /// The language named beside the code.
  var language: String?
  /// The file name beside the code.
  var caption: String?
}
