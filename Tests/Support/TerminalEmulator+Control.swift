/// Performs control sequences and strings.
extension TerminalEmulator {
  mutating func control(_ text: String, final: UInt8) {
    let isPrivate = text.hasPrefix("?")
    let numbers = text.drop { "?>".contains($0) }.split(
      separator: ";", omittingEmptySubsequences: false
    ).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(1, first)
    if !isPrivate, final != UInt8(ascii: "m") { wraps = false }
    switch Character(Unicode.Scalar(final)) {
    case "H", "f":
      let column = numbers.count > 1 ? numbers[1] : 1
      cursor = (min(max(column, 1), columns) - 1, min(max(first, 1), rows) - 1)
    case "A": cursor.y = max(0, cursor.y - count)
    case "B": cursor.y = min(rows - 1, cursor.y + count)
    case "C": cursor.x = min(columns - 1, cursor.x + count)
    case "D": cursor.x = max(0, cursor.x - count)
    case "G": cursor.x = min(columns, count) - 1
    case "d": cursor.y = min(rows, count) - 1
    case "J":
      if first == 0 { erase(cursor.y, cursor.x..<columns) }
      for y in first == 2 ? 0..<rows : cursor.y + 1..<rows { erase(y, 0..<columns) }
      // kitty removes pictures with the screen.
      if first == 2 { placements = [] }
    case "K":
      erase(
        cursor.y,
        first == 0 ? cursor.x..<columns : first == 1 ? 0..<cursor.x + 1 : 0..<columns)
    case "X": erase(cursor.y, cursor.x..<cursor.x + count)
    case "P":
      cells[cursor.y].removeSubrange(cursor.x..<min(columns, cursor.x + count))
      while cells[cursor.y].count < columns { cells[cursor.y].append(Cell()) }
    case "@":
      cells[cursor.y].insert(contentsOf: Array(repeating: Cell(), count: count), at: cursor.x)
      cells[cursor.y].removeLast(cells[cursor.y].count - columns)
    case "b":
      let last = cursor.x > 0 ? cells[cursor.y][cursor.x - 1].text : " "
      for _ in 0..<count { put(last) }
    case "m": if !text.hasPrefix(">") { style.apply(numbers) }
    case "h" where isPrivate: setMode(numbers, true)
    case "l" where isPrivate: setMode(numbers, false)
    case "h", "l": break
    case "r" where isPrivate: break
    case "r":
      region = (first > 1 ? first - 1 : 0, min(numbers.count > 1 ? numbers[1] : rows, rows))
      cursor = (0, 0)
    case "S": scroll(by: count)
    case "T": scroll(by: -count)
    case "c": reply("\u{1B}[?62;\(traits.hasSixel ? "4;" : "")22c")
    case "t" where first == 16:
      if let cell = traits.cell { reply("\u{1B}[6;\(cell.height);\(cell.width)t") }
    case "t": break
    case "n" where first == 6: reply("\u{1B}[\(cursor.y + 1);\(cursor.x + 1)R")
    default: complaints.append("CSI \(text) \(Character(Unicode.Scalar(final)))")
    }
  }

  private mutating func setMode(_ numbers: [Int], _ isOn: Bool) {
    for number in numbers {
      switch number {
      case 1049:
        isAlternate = isOn
        // The pictures of the alternate screen are shown again with it, so they must be gone.
        if !isOn, !placements.isEmpty { complaints.append("pictures left on another screen") }
        for y in 0..<rows { erase(y, 0..<columns) }
      case 2026: isSynchronized = isOn
      default: break
      }
    }
  }

  mutating func endString(_ opener: UInt8, _ content: String) {
    switch Character(Unicode.Scalar(opener)) {
    case "]" where content == "11;?":
      if let background = traits.background { reply("\u{1B}]11;\(background)\u{1B}\\") }
    case "]" where content.hasPrefix("8;"):
      let address = content.dropFirst(2).drop { $0 != ";" }.dropFirst()
      link = address.isEmpty ? nil : String(address)
    case "]": break
    case "_" where content.hasPrefix("G") && traits.hasKitty: graphics(String(content.dropFirst()))
    case "_": title = content
    case "P" where traits.hasSixel: sixel(content)
    default: complaints.append("a string: \(content.prefix(40))")
    }
  }
}
