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
