import Localization
import TerminalGrid

extension DetailsLayout {
  /// The lines on screen, each fact with its label.
  var spokenLines: [String] {
    var spoken: [String] = []
    var previous: DetailFacts.Fact?
    for line in lines.dropFirst(scroll).prefix(visibleRows) {
      switch line {
      case .heading(let text):
        spoken.append(text)
        previous = nil
      case .fact(let label, let text, let fact):
        if label.isEmpty, fact == previous, let last = spoken.popLast() {
          spoken.append("\(last) \(text)")
        } else {
          spoken.append(label.isEmpty ? text : localized("\(label): \(text)"))
        }
        previous = fact
      case .blank: break
      }
    }
    return spoken
  }
}

extension SyncLayout {
  var spokenLines: [String] {
    lines.dropFirst(scroll).prefix(area.rows).map { line in
      line.label.isEmpty ? line.text : localized("\(line.label): \(line.text)")
    }
  }
}

extension HelpLayout {
  var spokenLines: [String] {
    if matchCount == 0 { return [ScreenTexts.noMatches] }
    return (columns.first.map { Array(lines.lines[$0]) } ?? []).compactMap { line in
      switch line {
      case .heading(let text): text
      case .entry(let label, let text, _): label.isEmpty ? text : [label, text].list
      case .blank: nil
      }
    }
  }
}
