import Markup

/// Notes inside their sentence that a style sheet moves to the side, as in Tufte CSS, Org mode and
/// LaTeXML.
enum Sidenotes {
  struct Note {
    /// The element of the note, which is replaced by the reference.
    let node: Int
    /// Elements with the note's number, for screens without room at the side.
    let numbers: [Int]
  }

  static func find(in tree: ElementTree) -> [Note] {
    var notes: [Note] = []
    var end = 0
    for index in tree.nodes.indices.dropFirst()
    where index >= end && tree.nodes[index].hints.contains(.sidenote) {
      let node = tree.nodes[index]
      guard !node.element.isBlock, node.end > node.parent, isWithinText(index, in: tree) else {
        continue
      }
      end = Int(node.end)
      notes.append(Note(node: index, numbers: numbers(before: index, in: tree)))
    }
    return notes
  }

  /// Whether an element is in a paragraph with other text.
  private static func isWithinText(_ index: Int, in tree: ElementTree) -> Bool {
    let parent = Int(tree.nodes[index].parent)
    guard parent >= 0, Int(tree.nodes[index].end) > index + 1 else { return false }
    return (max(parent + 1, index - 8)..<index).contains {
      tree.nodes[$0].isText && !tree.isBlank(tree.nodes[$0])
    }
  }

  private static func numbers(before note: Int, in tree: ElementTree) -> [Int] {
    var numbers: [Int] = []
    let parent = tree.nodes[note].parent
    for index in (max(0, note - 6)..<note).reversed() where tree.nodes[index].parent == parent {
      let node = tree.nodes[index]
      if node.isText {
        guard tree.isBlank(node) else { break }
      } else {
        let texts = index..<Int(node.end)
        let isNumber = texts.allSatisfy { inner in
          let text = tree.nodes[inner]
          return !text.isText || tree.isBlank(text)
            || LineNumbers.number(in: tree.text[Int(text.textStart)..<Int(text.textEnd)]) != nil
        }
        guard isNumber else { break }
        numbers.append(index)
      }
    }
    return numbers
  }
}
