import Markup

/// The elements and texts of a page's body, in document order.
///
/// Stored as an arena: a node is a position in an array, and the nodes inside it follow up to its
/// end. Loops answer all queries, so deep nesting can't overflow the stack.
struct ElementTree {
  struct Node {
    var element: ElementName
    /// Whether the node is a text, or a formula if the element is `math`.
    var isText: Bool
    /// The element around the node, or -1.
    var parent: Int32
    /// The position of the next node that isn't inside this one.
    var end: Int32
    /// The range of a text in ``ElementTree/text``.
    var textStart: Int32 = 0
    var textEnd: Int32 = 0
    /// The element's attributes in ``ElementTree/attributes``, or -1.
    var attributes: Int32 = -1
    var hints: ElementHints = []
  }

  /// The attributes of an element that are needed later. Ranges are in ``ElementTree/text``.
  struct AttributeValues {
    /// The target of a link, or the source of an image.
    var address: Range<Int32>?
    /// The alternative text of an image, or the caption of code.
    var alternativeText: Range<Int32>?
    var classes: Range<Int32>?
    /// The first number of a list, or the `id` of another element.
    var identifier: Range<Int32>?
    /// The size in pixels, or the columns and rows that a table cell spans.
    var width: Int32 = -1
    var height: Int32 = -1
    var numbering: ArticleBlock.List.Numbering?
    /// The alignment of a table cell.
    var alignment: ArticleBlock.Table.Alignment?
    /// Whether a formula is on lines of its own, or whether an element names the language of its
    /// code.
    var isDisplay = false
  }

  var nodes: [Node] = []
  var attributes: [AttributeValues] = []
  /// All text, with resolved character references.
  var text: [UInt8] = []

  /// The delimiters that the page's scripts make formulas of.
  var formulaMarks: FormulaMarks = []

  /// The microdata properties of posts, in the order of their nodes.
  var postProperties: [PostProperty] = []

  /// The elements with a name that links may lead to, and the names.
  var anchors: [(node: Int32, name: Range<Int32>)] = []

  /// The note targets of elements that lead to a note by a script.
  var noteTargets: [Int32: Range<Int32>] = [:]

  /// The kinds of the callouts, by their nodes.
  var callouts: [Int32: String] = [:]

  /// The elements that directly hold a button or a field.
  var controlParents: Set<Int32> = []

  /// Whether the page asks for a password.
  var hasPasswordField = false

  func string(_ range: Range<Int32>) -> String {
    String(decoding: text[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }

  /// Stores a text that doesn't belong to a node.
  mutating func keep(_ string: String) -> Range<Int32> {
    let start = Int32(text.count)
    text.append(contentsOf: string.utf8)
    return start..<Int32(text.count)
  }

  func attributes(of node: Int) -> AttributeValues? {
    let index = nodes[node].attributes
    return index < 0 ? nil : attributes[Int(index)]
  }
}

extension ElementName {
  /// Whether the element begins on a line of its own.
  var isBlock: Bool { ElementSet.blocks.contains(self) }
}

extension ElementSet {
  static let blocks: ElementSet = [
    .address, .article, .aside, .blockquote, .body, .caption, .center, .dd, .details, .dialog,
    .dir, .div, .dl, .dt, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5,
    .h6, .head, .header, .hgroup, .hr, .html, .li, .listing, .main, .menu, .nav, .ol,
    .optgroup, .option, .p, .plaintext, .pre, .search, .section, .select, .summary, .table, .tbody,
    .td, .textarea, .tfoot, .th, .thead, .title, .tr, .ul, .video, .audio, .iframe, .noscript,
    .object, .xmp,
  ]
}
