import Markup

/// Makes the text of a page safe to show, and folds its white space.
enum BlockText {
  /// - Parameter lastIsSpace: whether the text so far ends in a space, so that no other space is
  ///   added.
  static func folded(_ bytes: ArraySlice<UInt8>, lastIsSpace: inout Bool) -> String {
    var mayHide = false
    var isAfterSpace = lastIsSpace
    let text = bytes.withUnsafeBufferPointer { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { output in
        var length = 0
        var position = 0
        while position < bytes.count {
          let byte = bytes[position]
          position &+= 1
          let isNoBreakSpace = byte == 0xC2 && position < bytes.count && bytes[position] == 0xA0
          if byte <= 0x20 || isNoBreakSpace {
            if isNoBreakSpace { position &+= 1 }
            if !isAfterSpace {
              output[length] = 0x20
              length &+= 1
            }
            isAfterSpace = true
          } else if byte != 0x7F {
            if byte >= 0xC2, !mayHide { mayHide = Self.mayHide(bytes[(position &- 1)...]) }
            output[length] = byte
            length &+= 1
            isAfterSpace = false
          }
        }
        return length
      }
    }
    lastIsSpace = isAfterSpace
    return mayHide ? visible(text) : text
  }

  /// Whether a byte sequence may be a character that ``visible(_:)`` removes. The common quotation
  /// marks and dashes are ruled out, so that most texts needn't be searched.
  @inline(__always)
  private static func mayHide(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let start = bytes.startIndex
    let second = bytes.count > 1 ? bytes[start &+ 1] : 0
    switch bytes[start] {
    // C1 controls and the soft hyphen.
    case 0xC2: return second < 0xA0 || second == 0xAD
    // General punctuation: all but U+2010 to U+2027 and U+2030 to U+205F.
    case 0xE2:
      guard second == 0x80 || second == 0x81, bytes.count > 2 else { return second < 0x82 }
      let third = bytes[start &+ 2]
      return second == 0x80
        ? !(0x90...0xA7).contains(third) && third < 0xB0 : !(0x80...0x9F).contains(third)
    default: return bytes[start] >= 0xD8 && !(0xE3...0xE9).contains(bytes[start])
    }
  }

  /// The text without control characters and without characters that reorder or hide text.
  private static func visible(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar.isASCII || !PlainText.isHidden(scalar) {
      output.append(scalar)
    }
    return String(output)
  }

  /// Returns code with the page's line breaks, without empty lines at its ends.
  static func code(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where scalar == "\n" || scalar == "\t" || !PlainText.isHidden(scalar) {
      output.append(scalar)
    }
    let lines = String(output).split(separator: "\n", omittingEmptySubsequences: false)
    let isEmpty = { (line: Substring) in line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }),
      let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return "" }
    return lines[first...last].joined(separator: "\n")
  }
}

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
