import Markup

/// Finds notes without links: raised numbers in the text, and notes with the same numbers in a list
/// or after a rule.
struct NumberedNotes {
  struct Note {
    let number: Int
    let nodes: Range<Int>
  }

  private let tree: ElementTree
  /// The raised numbers with their nodes, in the order of the page.
  private var marks: [(node: Int, number: Int)] = []
  private var notes: [Note] = []

  /// Returns each note with the raised numbers that refer to it. Returns none unless it's certain
  /// that these are notes: a raised number has to precede each of them.
  static func find(in tree: ElementTree) -> [(note: Note, marks: [Int])] {
    var finder = NumberedNotes(tree)
    finder.findMarks()
    guard !finder.marks.isEmpty else { return [] }
    finder.findLists()
    if finder.notes.isEmpty { finder.findAfterRule() }
    return finder.matched()
  }

  private init(_ tree: ElementTree) { self.tree = tree }

  private func matched() -> [(note: Note, marks: [Int])] {
    guard let first = notes.map(\.nodes.lowerBound).min() else { return [] }
    var nodes: [Int: [Int]] = [:]
    for mark in marks where !notes.contains(where: { $0.nodes.contains(mark.node) }) {
      nodes[mark.number, default: []].append(mark.node)
    }
    var seen: Set<Int> = []
    var found: [(note: Note, marks: [Int])] = []
    for note in notes {
      guard let marks = nodes[note.number], seen.insert(note.number).inserted else { return [] }
      found.append((note, marks))
    }
    // Raised numbers may also be powers.
    return found.contains { $0.marks[0] < first } ? found : []
  }

  private mutating func findMarks() {
    for index in tree.nodes.indices where tree.nodes[index].element == .sup {
      if let number = number(of: index) { marks.append((index, number)) }
      if marks.count == Self.limit { return }
    }
  }

  /// The most notes of a page. Each note is compared with all raised numbers.
  private static let limit = 500

  /// The number in an element without other content that isn't a link.
  private func number(of node: Int) -> Int? {
    let inside = node + 1..<max(node + 1, Int(tree.nodes[node].end))
    guard inside.count < 6, !inside.contains(where: { tree.nodes[$0].element == .a }) else {
      return nil
    }
    var number: Int?
    for index in inside where tree.nodes[index].isText && !tree.isBlank(tree.nodes[index]) {
      guard number == nil else { return nil }
      let text = tree.nodes[index]
      number = LineNumbers.number(
        in: tree.text[Int(text.textStart)..<Int(text.textEnd)].filter { $0 != 0x5B && $0 != 0x5D }[
          ...])
      if number == nil { return nil }
    }
    return number
  }

  // MARK: - Lists

  /// Finds lists that a class or the heading above calls notes, or that are in an `aside`.
  private mutating func findLists() {
    var heading = -1
    for index in tree.nodes.indices where notes.count < Self.limit {
      let node = tree.nodes[index]
      if node.element.isHeadingElement, string(of: index).map(NotesTitle.isOne) ?? false {
        heading = Int(node.end)
      }
      guard node.element == .ol, node.parent > 0 else { continue }
      let around = tree.nodes[Int(node.parent)]
      let isBelowHeading = heading >= 0 && isBlank(heading..<index)
      guard
        isBelowHeading || around.element == .aside || around.hints.contains(.notes)
          || node.hints.contains(.notes)
      else { continue }
      var number = tree.attributes(of: index)?.identifier.flatMap { Int(tree.string($0)) } ?? 1
      var item = index + 1
      while item < node.end {
        if tree.nodes[item].element == .li {
          notes.append(Note(number: number, nodes: item + 1..<Int(tree.nodes[item].end)))
          number += 1
        }
        item = Int(tree.nodes[item].end)
      }
    }
    notes.removeAll { $0.nodes.isEmpty }
  }

  private func isBlank(_ nodes: Range<Int>) -> Bool {
    nodes.count < 40
      && nodes.allSatisfy { !tree.nodes[$0].isText || tree.isBlank(tree.nodes[$0]) }
  }

  private func string(of node: Int) -> String? {
    let inside = node + 1..<max(node + 1, Int(tree.nodes[node].end))
    guard inside.count < 12 else { return nil }
    return inside.filter { tree.nodes[$0].isText }
      .map { tree.string(tree.nodes[$0].textStart..<tree.nodes[$0].textEnd) }.joined()
  }

  // MARK: - After a rule

  /// Finds the blocks after the last rule that's followed by a block with the number 1.
  private mutating func findAfterRule() {
    let rules = tree.nodes.indices.filter { tree.nodes[$0].element == .hr }.suffix(Self.rulesLimit)
    for rule in rules.reversed() {
      readBlocks(after: rule)
      if !notes.isEmpty { return }
    }
  }

  private static let rulesLimit = 8

  private mutating func readBlocks(after rule: Int) {
    let parent = Int(tree.nodes[rule].parent)
    let end = parent < 0 ? tree.nodes.count : Int(tree.nodes[parent].end)
    var index = Int(tree.nodes[rule].end)
    var start = index
    var number = 0
    while index < end {
      let node = tree.nodes[index]
      if node.element.isHeadingElement || node.element == .hr { break }
      if !node.isText, let next = firstNumber(in: index), next == number + 1 {
        if number > 0 { notes.append(Note(number: number, nodes: start..<index)) }
        (number, start) = (next, index)
      } else if number == 0, node.isText ? !tree.isBlank(node) : true {
        return
      }
      index = Int(node.end)
    }
    if number > 0, start < index { notes.append(Note(number: number, nodes: start..<index)) }
  }

  /// The number at the start of a paragraph, in an element of its own.
  private func firstNumber(in block: Int) -> Int? {
    guard tree.nodes[block].element == .p || tree.nodes[block].element == .div else { return nil }
    for index in block + 1..<min(Int(tree.nodes[block].end), block + 6) {
      let node = tree.nodes[index]
      if node.isText {
        guard tree.isBlank(node) else { return nil }
        continue
      }
      switch node.element {
      case .sup, .strong, .b: return number(of: index)
      case .p, .span: continue
      default: return nil
      }
    }
    return nil
  }
}

/// Headings above notes.
enum NotesTitle {
  static func isOne(_ text: String) -> Bool {
    titles.contains(text.inLowerCase.words.joined(separator: " "))
  }

  private static let titles: Set<String> = [
    "notes", "notes:", "footnotes", "footnotes:", "footnote", "endnotes", "references", "sidenotes",
    "fußnoten", "anmerkungen", "einzelnachweise", "notas", "note", "notes and references",
    "références", "notes et références", "referencias", "примечания", "脚注", "注釈", "注释",
  ]
}
