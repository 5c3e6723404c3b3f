import Foundation
import Links
import Localization
import TerminalGrid

/// The help as wrapped lines, with the rules for breaking it into columns.
struct HelpLines {
  enum Line: Equatable {
    case heading(String)
    /// A line of an entry. Only its first line has the label.
    case entry(label: String, text: String, textX: Int)
    case blank

    static let indent = 2
  }

  let lines: [Line]
  /// For each line, the first line of its group. A group is an entry. The first entry of a section
  /// includes the heading.
  private let groupStarts: [Int]
  private let sectionStarts: [Int]

  init(_ sections: [HelpSection], columns: Int) {
    var lines: [Line] = []
    var (groupStarts, sectionStarts): ([Int], [Int]) = ([], [])
    for section in sections {
      if !lines.isEmpty {
        groupStarts.append(lines.count)
        sectionStarts.append(lines.count)
        lines.append(.blank)
      }
      let sectionStart = lines.count
      lines.append(.heading(section.heading))
      groupStarts.append(sectionStart)
      let labelColumns = section.entries.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
      let textX = Line.indent + max(5, labelColumns) + 2
      for (index, entry) in section.entries.enumerated() {
        let start = index == 0 ? sectionStart : lines.count
        let texts = TextWrapping.lines(entry.text, columns: columns - textX, limit: .max)
        lines += texts.enumerated().map {
          .entry(label: $0.offset == 0 ? entry.label : "", text: $0.element, textX: textX)
        }
        groupStarts += texts.map { _ in start }
      }
      sectionStarts += Array(repeating: sectionStart, count: lines.count - sectionStart)
    }
    self.lines = lines
    self.groupStarts = groupStarts
    self.sectionStarts = sectionStarts
  }

  /// Returns the lines of each column, starting at a line. Columns don't begin with a blank line,
  /// and break between groups.
  func columns(_ count: Int, rows: Int, from start: Int = 0) -> [Range<Int>] {
    columns(count, rows: rows, from: start, groupStarts: groupStarts)
  }

  /// Returns columns of about the same height that contain all lines, preferably without breaking a
  /// section. Nil if they don't fit.
  func balanced(columns count: Int, rows: Int) -> [Range<Int>]? {
    guard rows > 0 else { return nil }
    for starts in [sectionStarts, groupStarts] {
      for height in 1...rows {
        let columns = columns(count, rows: height, from: 0, groupStarts: starts)
        let isWhole = columns.allSatisfy { $0.isEmpty || starts[$0.lowerBound] == $0.lowerBound }
        if isWhole, columns.last?.upperBound == lines.count { return columns }
      }
    }
    return nil
  }

  /// Returns the first line from which everything to the end fits.
  func scrollLimit(columns count: Int, rows: Int) -> Int {
    lines.indices.first {
      columns(count, rows: rows, from: $0).last?.upperBound == lines.count
    } ?? 0
  }

  private func columns(
    _ count: Int, rows: Int, from start: Int, groupStarts: [Int]
  ) -> [Range<Int>] {
    var next = start
    return (0..<count).map { column in
      if column > 0, next < lines.count, lines[next] == .blank { next += 1 }
      var end = min(next + max(0, rows), lines.count)
      // A group that's higher than a column breaks anywhere.
      if end < lines.count, groupStarts[end] > next { end = groupStarts[end] }
      defer { next = end }
      return next..<end
    }
  }
}

/// A heading of the help with its keys, or with the words of the filter.
struct HelpSection {
  struct Entry: Equatable {
    /// The key or the word.
    let label: String
    let text: String
  }

  let heading: String
  let entries: [Entry]

  /// The commands of a day, which the help begins with. The reader has its own.
  private static let everyDay = [
    "spin.next", "link.open", "link.read", "spin.save", "saved.remove", "link.tag",
    "saved.filter", "wheel.narrow", "saved.undo", "app.palette", "app.quit",
  ]
  private static let everyDayInReader = [
    "move.page-down", "reader.find", "reader.follow", "link.open", "reader.save", "reader.mark",
    "reader.back",
  ]

  /// Returns all sections of a screen: the keys of a day, then the others by what they're for. Keys
  /// that do nothing there aren't listed.
  /// - Parameter names: the names of the commands to list, or nil for all. Only with names are
  ///   commands of the accessible mode listed, and the words of the filter aren't.
  static func all(
    on screen: Focus, _ keyMap: KeyMap, onlyCommands names: Set<String>? = nil
  ) -> [HelpSection] {
    let isReader = screen == .reader
    let day = isReader ? everyDayInReader : everyDay
    let screens: Set<Focus> = [screen == .sidebar ? .saved : screen]
    var seen: Set<String> = []
    // The help's own keys share their commands with the screens.
    func isListed(_ command: Command) -> Bool {
      guard command.section != nil, !command.chords.isEmpty, !command.help.isEmpty else {
        return false
      }
      guard names.map({ $0.contains(command.name) }) ?? !command.isForListening else {
        return false
      }
      return command.isOfHelp
        || !command.screens.isDisjoint(with: screens) && seen.insert(command.name).inserted
    }
    let commands = keyMap.commands.filter(isListed)
    let daily = day.compactMap { name in
      commands.first { $0.name == name && !$0.isOfHelp }
    }
    let rest = commands.filter { $0.isOfHelp || !day.contains($0.name) }
    // The sort orders have one line.
    let isSpoken = names != nil
    let sorting = isSpoken ? [] : rest.filter(\.isSort)
    let sortNames = sorting.enumerated().map { index, command in
      (index == 0 ? "" : "\(command.label) ") + (command.menuText ?? "")
    }
    let orders = sorting.prefix(1).map {
      Entry(label: $0.label, text: localized("sort \(sortNames.list)"))
    }
    func section(_ heading: String, _ commands: [Command]) -> [HelpSection] {
      // One verb may be a command of several screens.
      let entries = commands.filter { isSpoken || !$0.isSort }
        .reduce(into: [Entry]()) { entries, command in
          let entry =
            isSpoken
            ? Entry(label: command.chords.first?.spokenLabel ?? "", text: command.help)
            : Entry(label: command.label, text: command.helpWithKeys)
          if !entries.contains(entry) { entries.append(entry) }
        }
      return entries.isEmpty ? [] : [HelpSection(heading: heading, entries: entries)]
    }
    return section(localized("Every day"), daily)
      + Command.Section.allCases.flatMap { part -> [HelpSection] in
        let keys = section(part.title, rest.filter { $0.section == part }).map {
          part == .view ? HelpSection(heading: $0.heading, entries: $0.entries + orders) : $0
        }
        return part == .find && screens == [.saved] && names == nil ? keys + [.filter] : keys
      }
  }

  /// Returns the section with only the entries that contain all of the terms, or nil if there are
  /// none.
  func matching(_ terms: [String]) -> HelpSection? {
    let matches = entries.filter { entry in
      terms.map(\.widthFolded).allSatisfy { term in
        [entry.label, entry.text].contains {
          $0.widthFolded.range(of: term, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
      }
    }
    return matches.isEmpty ? nil : HelpSection(heading: heading, entries: matches)
  }

  /// The words that can be typed after `/`.
  static var filter: HelpSection {
    HelpSection(
      heading: localized("Filter"),
      entries: SavedFilter.words.map { Entry(label: $0.example, text: $0.meaning) })
  }
}
