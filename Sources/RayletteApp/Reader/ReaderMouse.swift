import LinkPreview
import TerminalGrid

extension AppState {
  /// Selects the link that was clicked. A double click reads its page.
  mutating func pressInReader(x: Int, y: Int, count: Int) -> [Effect] {
    guard let page, let layout = page.layout else { return [] }
    let column = ReaderLayout(self).column
    let line = layout.line(atRow: y - column.y, top: page.top)
    guard column.contains(x: x, y: y), layout.lines.indices.contains(line),
      let link = layout.link(inLine: line, atX: x - column.x, sideways: page.sideways)
    else {
      self.page?.link = nil
      return []
    }
    self.page?.link = link
    return count == 2 ? respond(to: .followPressed) : []
  }
}

extension ArticleLayout {
  /// Returns the link at a column of a line.
  fileprivate func link(inLine line: Int, atX column: Int, sideways: Int) -> Int? {
    let block = unwrappedBlock(of: lines[line])
    if let block, !(block.textX..<block.textX + block.room).contains(column) { return nil }
    let target = column + (block?.shift(sideways) ?? 0)
    for case .text(let x, let text, let part) in lines[line].parts {
      for mark in texts[text].marks(in: part) {
        guard let link = mark.style.link else { continue }
        let columns = columns(of: mark.range, inText: text, part: part, x: x)
        if columns.contains(where: { $0.contains(target) }) { return link }
      }
    }
    return nil
  }
}
