import Foundation
import Markup

/// The notes of a page, and the links in its text that refer to them.
struct FootnoteLinks {
  /// A note and its nodes.
  struct Note {
    var label: String
    var nodes: Range<Int>
  }

  /// The note labels that links refer to, by the link's node.
  private(set) var references: [Int: String] = [:]
  /// The notes in the order of the page. No two share a node.
  private(set) var notes: [Note] = []
  /// The links in the notes that lead back to the text.
  private(set) var backLinks: Set<Int> = []
  /// Elements that repeat the number of a note beside its mark.
  private(set) var repeatedNumbers: Set<Int> = []

  init() {}

  init(_ tree: ElementTree) {
    findLinked(in: tree)
    findSidenotes(in: tree)
    if notes.isEmpty { findNumbered(in: tree) }
  }

  private mutating func findNumbered(in tree: ElementTree) {
    for (note, marks) in NumberedNotes.find(in: tree) {
      notes.append(Note(label: "\(note.number)", nodes: note.nodes))
      for mark in marks { references[mark] = "\(note.number)" }
    }
    notes.sort { $0.nodes.lowerBound < $1.nodes.lowerBound }
  }

  private mutating func findSidenotes(in tree: ElementTree) {
    let sidenotes = Sidenotes.find(in: tree)
    guard !sidenotes.isEmpty else { return }
    var used = Set(notes.map(\.label))
    var number = 0
    var linked = notes[...]
    for sidenote in sidenotes {
      linked = linked.drop { $0.nodes.upperBound <= sidenote.node }
      if let note = linked.first, note.nodes.contains(sidenote.node) { continue }
      repeat { number += 1 } while !used.insert("\(number)").inserted
      let nodes = sidenote.node + 1..<Int(tree.nodes[sidenote.node].end)
      notes.append(Note(label: "\(number)", nodes: nodes))
      references[sidenote.node] = "\(number)"
      repeatedNumbers.formUnion(sidenote.numbers)
    }
    notes.sort { $0.nodes.lowerBound < $1.nodes.lowerBound }
  }

  private mutating func findLinked(in tree: ElementTree) {
    let links = tree.nodes.indices.filter { tree.mayReferToNote($0) }
    guard !links.isEmpty else { return }
    let anchors = FootnoteAnchors(tree, links)
    var positions: [FootnotePosition] = []
    var positionOf: [Int: Int] = [:]
    var references: [(link: Int, position: Int, text: String)] = []
    for link in links {
      guard let text = tree.label(of: link), let target = anchors.target(of: link) else { continue }
      if let known = positionOf[target] {
        if known >= 0, !positions[known].contains(link) { references.append((link, known, text)) }
        continue
      }
      guard let position = FootnotePosition(target, referredToBy: link, in: tree) else {
        // Another link to the same target may refer to a note, so the target stays open.
        continue
      }
      positionOf[target] = positions.count
      references.append((link, positions.count, text))
      positions.append(position)
    }
    guard !positions.isEmpty else { return }
    let nodes = FootnotePosition.nodes(of: positions, in: tree, references: references.map(\.link))
    var used: Set<String> = []
    var labels: [Int: String] = [:]
    for reference in references where !nodes[reference.position].isEmpty {
      if labels[reference.position] == nil {
        let isFree = !reference.text.isEmpty && used.insert(reference.text).inserted
        let number = "\(labels.count + 1)"
        labels[reference.position] =
          isFree ? reference.text : used.insert(number).inserted ? number : "n\(number)"
      }
      self.references[reference.link] = labels[reference.position]
    }
    notes = labels.map { Note(label: $0.value, nodes: nodes[$0.key]) }
    notes.sort { $0.nodes.lowerBound < $1.nodes.lowerBound }
    var note = 0
    for link in links {
      while note < notes.count, notes[note].nodes.upperBound <= link { note += 1 }
      guard note < notes.count else { break }
      if notes[note].nodes.contains(link), self.references[link] == nil { backLinks.insert(link) }
    }
  }

  /// Removes the notes that the article doesn't refer to.
  mutating func keep(_ labels: Set<String>) {
    notes.removeAll { !labels.contains($0.label) }
    references = references.filter { labels.contains($0.value) }
  }
}

extension ElementTree {
  /// Whether an element is a link within the page whose text is a number, a letter or a sign.
  fileprivate func mayReferToNote(_ node: Int) -> Bool {
    guard !nodes[node].isText, nodes[node].element == .a || noteTargets[Int32(node)] != nil else {
      return false
    }
    return label(of: node) != nil && fragment(of: node) != nil
  }

  /// The fragment of the page that a link leads to.
  func fragment(of link: Int) -> String? {
    if let target = noteTargets[Int32(link)] { return string(target) }
    guard let address = attributes(of: link)?.address, !address.isEmpty,
      let sign = text[Int(address.lowerBound)..<Int(address.upperBound)].firstIndex(of: 0x23)
    else { return nil }
    let fragment = string(Int32(sign) + 1..<address.upperBound)
    // A fragment of another page doesn't count.
    guard sign == Int(address.lowerBound) || fragment.namesNote else { return nil }
    return fragment.removingPercentEncoding ?? fragment
  }

  /// A link's text without brackets, if it's a number, a letter or a sign. Empty for a sign.
  fileprivate func label(of link: Int) -> String? {
    var label: [UInt8] = []
    var length = 0
    let content = link + 1..<max(link + 1, Int(nodes[link].end))
    guard content.count < 24 else { return nil }
    for index in content where nodes[index].isText {
      for byte in text[Int(nodes[index].textStart)..<Int(nodes[index].textEnd)] where byte > 0x20 {
        length += 1
        if length > 12 { return nil }
        if byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 { label.append(byte) }
      }
    }
    let isNumber = label.allSatisfy { $0 &- 0x30 < 10 }
    return length > 0 && (isNumber || label.count == 1)
      ? String(decoding: label, as: UTF8.self) : nil
  }
}

extension String {
  /// The last text in single quotes, as in the call of a function.
  var quoted: String? {
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[parts.count - 2]) : nil
  }

  /// Whether a fragment has a name that generators give to notes.
  var namesNote: Bool {
    let name = lowercased()
    return ["fn", "ftn", "note", "foot", "cite", "sdfoot"].contains { name.containsBytes($0) }
  }
}

/// The targets of a page's links, by name.
struct FootnoteAnchors {
  private let tree: ElementTree
  private var named: [String: Int] = [:]
  /// The links that lead back to each reference.
  private var leadingTo: [String: Int] = [:]

  init(_ tree: ElementTree, _ links: [Int]) {
    self.tree = tree
    for (node, name) in tree.anchors {
      let name = tree.string(name)
      if named[name] == nil { named[name] = Int(node) }
    }
    for link in links {
      guard let fragment = tree.fragment(of: link), leadingTo[fragment] == nil else { continue }
      leadingTo[fragment] = link
    }
  }

  /// The element that a link leads to.
  func target(of link: Int) -> Int? {
    guard let fragment = tree.fragment(of: link), !fragment.isEmpty else { return nil }
    if let node = named[fragment] { return node }
    // Where Word's anchors got lost, only the links back remain.
    guard fragment.hasPrefix("_ftn"), !fragment.hasPrefix("_ftnref") else { return nil }
    return leadingTo["_ftnref" + fragment.dropFirst(4)]
  }
}

/// The position of a note: its beginning, and how far it may extend.
struct FootnotePosition {
  private var start: Int
  /// The end of the note if no other note follows.
  private var end: Int
  /// The end of the element that may hold further paragraphs of the note.
  private var limit: Int

  func contains(_ node: Int) -> Bool { start..<end ~= node }

  /// Returns nil if the link's target doesn't look like a note.
  init?(_ target: Int, referredToBy link: Int, in tree: ElementTree) {
    guard let (first, block) = Self.beginning(target, in: tree) else { return nil }
    let node = tree.nodes[block]
    start = first
    end = Int(node.end)
    limit = end
    switch node.element {
    case .li, .dd, .aside, .section, .td, .th, .div, .blockquote, .details, .footer:
      if first == block { start = block + 1 }
      let isOnlyNote = first == block || tree.isBlank(block + 1..<first)
      // A note without an element of its own ends with its line.
      if !isOnlyNote { end = tree.lineEnd(after: first, before: end) }
    case .tr: start = block + 1
    case .dt:
      start = end
      guard let next = tree.sibling(after: block), tree.nodes[next].element == .dd else {
        return nil
      }
      end = Int(tree.nodes[next].end)
      limit = end
    case .p:
      if !tree.isBlank(block + 1..<max(block + 1, first)) {
        end = tree.lineEnd(after: first, before: end)
      } else {
        start = block
        limit = node.parent < 0 ? end : Int(tree.nodes[Int(node.parent)].end)
      }
    default: end = tree.lineEnd(after: first, before: end)
    }
    guard start < end, !(start..<end).contains(link) else { return nil }
    // A link to a numbered item counts if the item has the link's number. Otherwise it leads to a
    // part of the text.
    let isItem = node.element == .li && tree.isNumberedList(node.parent)
    guard isItem || tree.looksLikeNoteMark(link) && (start > link || node.element == .li) else {
      return nil
    }
  }

  /// Returns the first node of a note, and the block around it.
  private static func beginning(_ target: Int, in tree: ElementTree) -> (Int, Int)? {
    var block = target
    for _ in 0..<12 where block > 0 && !tree.nodes[block].element.isBlock {
      block = Int(tree.nodes[block].parent)
    }
    guard block >= 0, tree.nodes[block].element.isBlock,
      !ElementSet.neverNotes.contains(tree.nodes[block].element)
    else { return nil }
    var first = target
    // The bracket before the number is outside of its link.
    if first != block, first > block + 1, tree.nodes[first - 1].isText,
      tree.isBracket(first - 1)
    {
      first -= 1
    }
    // Moves to the item or row that begins with this paragraph or number.
    while block > 0, tree.isBlank(block + 1..<max(block + 1, first)) {
      let parent = Int(tree.nodes[block].parent)
      guard parent > 0, tree.isBlank(parent + 1..<block),
        [.li, .dd, .tr].contains(tree.nodes[parent].element)
      else { break }
      block = parent
      first = block
    }
    return (first, block)
  }

  /// Returns the nodes of each note. Empty if the note has no text, or is inside another note.
  static func nodes(
    of positions: [FootnotePosition], in tree: ElementTree, references: [Int]
  ) -> [Range<Int>] {
    var nodes = [Range<Int>](repeating: 0..<0, count: positions.count)
    let order = positions.indices.sorted { positions[$0].start < positions[$1].start }
    let references = references.sorted()
    var reference = 0
    for (rank, index) in order.enumerated() {
      let position = positions[index]
      let next = rank + 1 < order.count ? positions[order[rank + 1]].start : Int.max
      var end = min(position.end, next)
      if position.limit > position.end, next < position.limit {
        // Paragraphs up to the next note belong to this note, unless the text continues between
        // them.
        while reference < references.count, references[reference] < position.end { reference += 1 }
        if reference == references.count || references[reference] > next {
          end = tree.partEnd(after: position.end, before: next)
        }
      } else if position.limit > position.end, tree.followsRule(positions[order[0]].start) {
        end = tree.partEnd(after: position.end, before: min(next, position.limit))
      }
      if position.start < end, !tree.isBlank(position.start..<end) {
        nodes[index] = position.start..<end
      }
    }
    return nodes
  }
}

extension ElementSet {
  fileprivate static let neverNotes: ElementSet = [
    .h1, .h2, .h3, .h4, .h5, .h6, .figure, .table, .main, .html, .head, .nav, .article, .pre,
    .ol, .ul, .dl, .form, .header,
  ]
}

extension ElementTree {
  fileprivate func isNumberedList(_ node: Int32) -> Bool {
    node >= 0 && nodes[Int(node)].element == .ol
  }

  /// Whether nodes have no text. Checks only the first of many nodes.
  fileprivate func isBlank(_ range: Range<Int>) -> Bool {
    for index in range.prefix(64) where nodes[index].isText && !isBlank(nodes[index]) {
      return false
    }
    return range.count <= 64
  }

  /// Whether a text is only the bracket or sign before a note's number.
  fileprivate func isBracket(_ index: Int) -> Bool {
    var length = 0
    for byte in text[Int(nodes[index].textStart)..<Int(nodes[index].textEnd)] where byte > 0x20 {
      length += 1
      if length > 1 || !"[(^".utf8.contains(byte) { return false }
    }
    return length == 1
  }

  /// Whether a link looks like a reference to a note: raised, in square brackets, or with a note's
  /// name.
  fileprivate func looksLikeNoteMark(_ link: Int) -> Bool {
    if let fragment = fragment(of: link), fragment.namesNote { return true }
    var node = link
    for _ in 0..<3 where node > 0 {
      if nodes[node].element == .sup { return true }
      node = Int(nodes[node].parent)
    }
    let end = min(Int(nodes[link].end), link + 6)
    for index in link + 1..<max(end, link + 1) {
      if nodes[index].element == .sup { return true }
      if nodes[index].isText,
        text[Int(nodes[index].textStart)..<Int(nodes[index].textEnd)].contains(0x5B)
      {
        return true
      }
    }
    return nodes[link - 1].isText && nodes[link - 1].textEnd > nodes[link - 1].textStart
      && text[Int(nodes[link - 1].textEnd) - 1] == 0x5B
  }

  /// The end of a line: at two line breaks, or at the end of its block.
  fileprivate func lineEnd(after start: Int, before end: Int) -> Int {
    var breaks = 0
    let last = min(end, start + Self.lineLimit)
    for index in start..<max(start, last) {
      if nodes[index].isText {
        if !isBlank(nodes[index]) { breaks = 0 }
      } else if nodes[index].element == .br {
        breaks += 1
        if breaks == 2 { return index }
      } else if nodes[index].element.isBlock, index > start {
        return index
      }
    }
    return last
  }

  /// The most nodes of a line without an element of its own. Every link's target may have such a
  /// line.
  private static let lineLimit = 400

  /// The position of the next heading or rule, which begins another part of the page.
  fileprivate func partEnd(after start: Int, before end: Int) -> Int {
    for index in start..<max(start, end)
    where nodes[index].element == .hr || nodes[index].element.isHeadingElement {
      return index
    }
    return end
  }

  /// Whether only a rule is between the text and a node.
  fileprivate func followsRule(_ node: Int) -> Bool {
    for index in (max(0, node - 6)..<node).reversed() {
      if nodes[index].element == .hr { return true }
      if nodes[index].isText, !isBlank(nodes[index]) { return false }
    }
    return false
  }

  fileprivate func sibling(after node: Int) -> Int? {
    var next = Int(nodes[node].end)
    while next < nodes.count, nodes[next].parent == nodes[node].parent {
      if !nodes[next].isText { return next }
      next += 1
    }
    return nil
  }
}
