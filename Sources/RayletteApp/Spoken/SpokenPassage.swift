import Localization
import TerminalGrid

/// The parts in which a screen reader says an article: a paragraph, a heading, an item of a list, a
/// line of code or a row of a table.
extension ArticleLayout {
  /// Returns the lines of the passage at a line or after it, at most as many as the screen holds.
  func passage(at line: Int, in surroundings: Surroundings) -> Range<Int> {
    guard let first = (max(0, line)..<max(0, line, lines.count)).first(where: isSpoken) else {
      return lines.count..<lines.count
    }
    var end = first + 1
    // Words such as "link:" make the text longer than its lines.
    let limit = max(1, SpokenScreen.rows(in: surroundings.size).focus.count * 3 / 4)
    while end < lines.count, end - first < limit, continues(end) { end += 1 }
    return first..<end
  }

  /// Returns the first line of the passage that's some steps from the one at a line. Nil if there's
  /// none.
  func passageStart(from line: Int, step: Int, in surroundings: Surroundings) -> Int? {
    if step > 0 {
      let next = passage(at: passage(at: line, in: surroundings).upperBound, in: surroundings)
      return next.isEmpty ? nil : next.lowerBound
    }
    guard var start = (0..<min(max(0, line), lines.count)).last(where: isSpoken) else { return nil }
    while start > 0, continues(start) { start -= 1 }
    return start
  }

  /// Whether a line has text.
  private func isSpoken(_ index: Int) -> Bool { !text(ofLine: index).isEmpty }

  /// Whether a line goes on with the text of the line above.
  private func continues(_ index: Int) -> Bool {
    guard index > 0, lines[index].kind == .text, lines[index - 1].kind == .text,
      let text = onlyText(ofLine: index)
    else { return false }
    return onlyText(ofLine: index - 1)?.index == text.index
  }

  private func onlyText(ofLine index: Int) -> (index: Int, range: Range<Int>)? {
    let texts = lines[index].parts.compactMap { part -> (Int, Range<Int>)? in
      if case .text(_, let text, let range) = part { (text, range) } else { nil }
    }
    return texts.count == 1 ? texts[0] : nil
  }

  /// Returns what's said of a passage.
  func spokenText(of passage: Range<Int>) -> String {
    guard let first = passage.first else { return "" }
    if passage.count > 1, let start = onlyText(ofLine: first),
      let end = passage.last.flatMap(onlyText)
    {
      return sign(before: first)
        + spokenText(start.index, start.range.lowerBound..<end.range.upperBound)
    }
    return text(ofLine: first)
  }

  private func text(ofLine index: Int) -> String {
    let texts = lines[index].parts.compactMap { part -> String? in
      guard case .text(_, let text, let range) = part else { return nil }
      let spoken = spokenText(text, range)
      return spoken.isEmpty ? nil : spoken
    }
    return texts.isEmpty ? "" : sign(before: index) + texts.list
  }

  /// Returns the word for what the lines belong to, or the number of an item.
  private func sign(before index: Int) -> String {
    for part in lines[index].parts {
      switch part {
      case .decoration(_, let sign, .bullet):
        if sign.contains(where: { $0.isLetter || $0.isNumber }) { return "\(sign) " }
      case .decoration(_, _, .quote): return localized("Quote:").asLabel
      case .decoration, .text, .rule: continue
      }
    }
    return ""
  }

  private func spokenText(_ index: Int, _ range: Range<Int>) -> String {
    let text = texts[index]
    var spoken = ""
    if case .heading(let level) = text.role, range.lowerBound == 0 {
      spoken = localized("Heading \(level):").asLabel
    }
    var link: Int?
    for piece in text.pieces(in: range) {
      let words = String(text.text(in: piece.range))
      if piece.style.isNoteMark {
        let number = words.filter { $0 != "[" && $0 != "]" }
        spoken += " \(localized("note \(number)")) "
      } else {
        if let target = piece.style.link, target != link {
          spoken += localized("link:").asLabel
        }
        spoken += words
      }
      link = piece.style.link
    }
    return spoken.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
