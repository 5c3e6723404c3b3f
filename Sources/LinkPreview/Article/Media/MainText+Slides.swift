import Markup

extension MainText {
  /// Removes what's said of the pictures of a slide show that a script would show: items of a list
  /// that begin with their number and how many there are, as `1/12`, without a picture.
  mutating func removeSlides() {
    let prose = runs.reduce(Float(0)) { $1.isRemoved ? $0 : $0 + $1.prose }
    var index = runs.startIndex
    while index < runs.endIndex, !Task.isCancelled {
      let list = runs[index].isRemoved ? -1 : list(beginningAt: index)
      guard list >= 0 else {
        index += 1
        continue
      }
      let end = tree.nodes[Int(list)].end
      let inside = runs[index...].prefix { $0.start < end }
      let captions = inside.reduce(Float(0)) { $1.isRemoved ? $0 : $0 + $1.prose }
      if hasSlides(list), prose - captions > Self.proseBeside {
        for slide in inside.indices { runs[slide].isRemoved = true }
      }
      index = inside.endIndex
    }
  }

  /// An article has some text beside its slides.
  private static let proseBeside: Float = 500

  /// The list whose first line is the first of a slide show, or -1.
  private func list(beginningAt run: Int) -> Int32 {
    guard slide(of: runs[run])?.number == 1 else { return -1 }
    var node = runs[run].block
    for _ in 0..<4 where node > Int32(container) {
      if tree.nodes[Int(node)].element.isList { return node }
      node = tree.nodes[Int(node)].parent
    }
    return -1
  }

  private func hasSlides(_ list: Int32) -> Bool {
    let end = tree.nodes[Int(list)].end
    guard !tree.nodes[Int(list)..<Int(end)].contains(where: { $0.element == .img }) else {
      return false
    }
    var last = 0
    var count = 0
    for run in runs where run.start >= list && run.start < end {
      guard let slide = slide(of: run) else { continue }
      guard slide.number == last + 1, last == 0 || slide.count == count else { return false }
      (last, count) = slide
    }
    return count > 3 && last == count
  }

  /// The number of a slide and how many there are, where a line begins with them.
  private func slide(of run: TextRun) -> (number: Int, count: Int)? {
    guard run.digits > 1 else { return nil }
    var numbers = [0, 0]
    var place = 0
    for byte in lowercasedText(of: run).prefix(10) {
      if byte &- 0x30 < 10 {
        numbers[place] = numbers[place] * 10 + Int(byte &- 0x30)
      } else if byte == UInt8(ascii: "/"), place == 0, numbers[0] > 0 {
        place = 1
      } else if byte != 0x20 || place == 1 && numbers[1] > 0 {
        break
      }
    }
    return numbers[0] > 0 && numbers[0] <= numbers[1] ? (numbers[0], numbers[1]) : nil
  }
}
