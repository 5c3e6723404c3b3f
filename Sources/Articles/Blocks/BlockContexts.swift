import Markup

/// The elements around each node that show in an article, such as lists, quotes and emphasis.
///
/// Their nesting is limited, so the way up from a node is short on every page.
struct BlockContexts {
  /// The nearest such element for each node, which may be the node itself, or -1.
  private(set) var nearest: [Int32]
  private let tree: ElementTree

  private static let depthLimit = 24

  init(_ tree: ElementTree) {
    self.tree = tree
    let isData = DataTables.nodes(in: tree)
    nearest = [Int32](repeating: -1, count: tree.nodes.count)
    var depths = [UInt8](repeating: 0, count: tree.nodes.count)
    for index in tree.nodes.indices {
      let node = tree.nodes[index]
      let parent = Int(node.parent)
      if parent >= 0 {
        nearest[index] = nearest[parent]
        depths[index] = depths[parent]
      }
      guard !node.isText, depths[index] < Self.depthLimit else { continue }
      let isContext =
        switch node.element {
        case .table, .tr, .td, .th, .caption: Self.isIn(isData, index, tree)
        default:
          Self.elements.contains(node.element)
            || !node.hints.isDisjoint(with: [.callout, .calloutTitle])
        }
      if isContext {
        nearest[index] = Int32(index)
        depths[index] += 1
      }
    }
  }

  /// The elements around a node, outermost first.
  func path(to node: Int) -> [Int32] {
    // A link or emphasis around blocks is repeated inside each of them.
    var blocks: [Int32] = []
    var inlines: [Int32] = []
    var context = nearest[node]
    while context >= 0 {
      if isInline(context) { inlines.append(context) } else { blocks.append(context) }
      let parent = tree.nodes[Int(context)].parent
      context = parent >= 0 ? nearest[Int(parent)] : -1
    }
    return blocks.reversed() + inlines.reversed()
  }

  private func isInline(_ node: Int32) -> Bool {
    tree.nodes[Int(node)].hints.isDisjoint(with: [.callout, .calloutTitle])
      && Self.inlines.contains(tree.nodes[Int(node)].element)
  }

  private static let inlines: ElementSet = [
    .a, .b, .strong, .i, .em, .code, .tt, .s, .strike, .sup, .sub,
  ]

  private static let elements: ElementSet = [
    .ul, .ol, .menu, .dir, .li, .blockquote, .pre, .listing, .xmp, .plaintext, .h1, .h2, .h3, .h4,
    .h5, .h6, .figure, .figcaption, .dt, .a, .b, .strong, .i, .em, .code, .tt, .s, .strike,
    .sup, .sub,
  ]

  /// Whether a part of a table belongs to a data table.
  private static func isIn(_ isData: [Bool], _ index: Int, _ tree: ElementTree) -> Bool {
    var node = index
    for _ in 0..<5 where node >= 0 {
      if tree.nodes[node].element == .table { return isData[node] }
      node = Int(tree.nodes[node].parent)
    }
    return false
  }
}

/// Distinguishes data tables from tables that only lay out a page.
enum DataTables {
  private struct Shape {
    var cells = 0
    var rows = 0
    /// The bytes of text without white space, because some pages have much white space.
    var letters = 0
    var lettersOfCell = 0
    var hasHeader = false
    var longCells = 0
    var isLayout = false
    /// Whether the page states that the table has data.
    var isStated = false

    mutating func add(letters count: Int) {
      letters += count
      let isLong = lettersOfCell > DataTables.longCell
      lettersOfCell += count
      if !isLong, lettersOfCell > DataTables.longCell { longCells += 1 }
    }

    mutating func addCell(isHeader: Bool) {
      cells += 1
      lettersOfCell = 0
      hasHeader = hasHeader || isHeader
    }

    var isData: Bool {
      !isLayout
        && (isStated
          || rows > 1 && cells > rows && letters < DataTables.averageCell * cells
            && (hasHeader || 4 * longCells < rows))
    }
  }

  /// The limits for the text of data cells: in one cell, and on average. With header cells, long
  /// cells are allowed.
  private static let longCell = 400
  private static let averageCell = 250

  /// Whether a block of code has several lines. A cell has room for one.
  private static func hasLines(_ code: Int, _ tree: ElementTree) -> Bool {
    tree.nodes[code..<Int(tree.nodes[code].end)].contains { node in
      node.element == .br
        || node.isText && tree.text[Int(node.textStart)..<Int(node.textEnd)].contains(0x0A)
    }
  }

  /// For each node, whether it's a data table: either the page says so
  /// (https://www.w3.org/TR/wai-aria-1.2/#table), or the table has several rows and columns of
  /// short cells without blocks.
  static func nodes(in tree: ElementTree) -> [Bool] {
    var isData = [Bool](repeating: false, count: tree.nodes.count)
    var shapes: [Int: Shape] = [:]
    var open: [Int] = []
    for index in tree.nodes.indices {
      while let last = open.last, tree.nodes[last].end <= index { open.removeLast() }
      let node = tree.nodes[index]
      if !node.isText, node.element == .table {
        if let last = open.last { shapes[last]?.isLayout = true }
        shapes[index] = Shape()
        shapes[index]?.isStated = node.hints.contains(.dataTable)
        // LaTeXML lays out equations in tables.
        shapes[index]?.isLayout = node.hints.isSuperset(of: [.math, .display])
        open.append(index)
      }
      guard let table = open.last else { continue }
      if node.isText {
        let text = tree.text[Int(node.textStart)..<Int(node.textEnd)]
        shapes[table]?.add(letters: text.count { $0 > 0x20 })
        continue
      }
      switch node.element {
      case .td, .th: shapes[table]?.addCell(isHeader: node.element == .th)
      case .tr: shapes[table]?.rows += 1
      case .h1, .h2, .h3, .form, .article, .blockquote: shapes[table]?.isLayout = true
      case .pre: if hasLines(index, tree) { shapes[table]?.isLayout = true }
      default: break
      }
    }
    for (table, shape) in shapes {
      isData[table] = shape.isData
    }
    return isData
  }
}
