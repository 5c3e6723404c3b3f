import Markup

/// Makes each block of code one `pre` with one text: its lines as they're seen, without line numbers
/// and buttons.
///
/// It comes before the search for the main text, so that nothing in code is taken for a comment, a
/// menu or a footnote, and a line of code isn't a paragraph.
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
    if let place = nodes[root + 1..<Int(nodes[root].end)].firstIndex(where: \.isText) {
      clear(from: root)
      let start = Int32(text.count)
      text += block.text
      nodes[place].element = .other
      nodes[place].textStart = start
      nodes[place].textEnd = Int32(text.count)
    }
    for node in root + 1..<Int(nodes[root].end) where !nodes[node].isText {
      nodes[node].element = .span
      nodes[node].hints = []
    }
    nodes[root].element = .pre
    nodes[root].hints.formIntersection([.unseen, .hidden])
    // What's around code tells nothing about it, such as a class for its menu of languages.
    for node in block.shells {
      nodes[node].hints.formIntersection([.unseen, .hidden, .code, .callout])
    }
    name(block.language, caption: block.caption, at: root)
  }

  /// Empties the texts in an element.
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
  /// Its element.
  var node: Int
  var text: [UInt8]
  /// Elements beside it with its line numbers, or with buttons and the names of its language and
  /// file.
  var gutters: [Int] = []
  /// Elements around it that only place the code beside its line numbers.
  var wrappers: [Int] = []
  /// Elements around it that have little but the code.
  var shells: [Int] = []
  /// The language that stands beside it.
  var language: String?
  /// The name of the file that stands beside it.
  var caption: String?
}
