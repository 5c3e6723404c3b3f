import Foundation
import Markup

/// The notes of a page, and the links in its text that refer to them.
///
/// A note is an item of a list. Its `id` is the target of a link whose text is a number or a sign.
struct FootnoteLinks {
  /// The label of the note that each such link refers to, by the node of the link.
  private(set) var references: [Int: String] = [:]
  /// The label of each note, by the node of its item.
  private(set) var notes: [Int: String] = [:]
  /// The lists of notes.
  private(set) var lists: Set<Int> = []

  init() {}

  init(_ tree: ElementTree) {
    var targets: [(link: Int, id: String, text: String)] = []
    for index in tree.nodes.indices where tree.nodes[index].element == .a {
      guard let target = tree.fragment(of: index), let text = tree.label(of: index) else {
        continue
      }
      targets.append((index, target, text))
    }
    guard !targets.isEmpty else { return }
    var items: [String: Int] = [:]
    for index in tree.nodes.indices where tree.nodes[index].element == .li {
      guard let id = tree.attributes(of: index)?.identifier else { continue }
      if items[tree.string(id)] == nil { items[tree.string(id)] = index }
    }
    var used: Set<String> = []
    for target in targets {
      guard let item = items[target.id], tree.isList(tree.nodes[item].parent),
        !(item..<Int(tree.nodes[item].end)).contains(target.link)
      else { continue }
      if notes[item] == nil {
        let isFree = !target.text.isEmpty && used.insert(target.text).inserted
        let number = "\(notes.count + 1)"
        notes[item] = isFree ? target.text : used.insert(number).inserted ? number : "n\(number)"
        lists.insert(Int(tree.nodes[item].parent))
      }
      references[target.link] = notes[item]
    }
  }

  /// Whether a link in a note leads back to where the note is referred to.
  func isBackLink(_ link: Int, in tree: ElementTree) -> Bool {
    references[link] == nil && tree.fragment(of: link) != nil && tree.label(of: link) != nil
  }
}

extension ElementTree {
  /// The part of the page that a link leads to.
  fileprivate func fragment(of link: Int) -> String? {
    guard let address = attributes(of: link)?.address, !address.isEmpty,
      text[Int(address.lowerBound)] == UInt8(ascii: "#")
    else { return nil }
    let fragment = string(address.lowerBound + 1..<address.upperBound)
    return fragment.removingPercentEncoding ?? fragment
  }

  /// The text of a link that's a number, a letter or a sign, without brackets. Empty for a sign.
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

  fileprivate func isList(_ node: Int32) -> Bool {
    node >= 0 && (nodes[Int(node)].element == .ol || nodes[Int(node)].element == .ul)
  }
}
