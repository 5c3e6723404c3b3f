import Foundation
import Links
import Localization
import TerminalGrid
import Testing

@testable import RayletteApp

/// Draws the screens in the language that marks all texts that can be translated. Its texts are longer
/// than English ones, and have wide characters.
struct MarkedTextTests {
  @Test(
    "longer texts with wide characters fit every screen", arguments: FrameTests.screens.map(\.0),
    [GridSize(columns: 40, rows: 10), GridSize(columns: 80, rows: 24)])
  func fitting(name: String, size: GridSize) throws {
    let screen = try #require(FrameTests.screens.first { $0.0 == name }?.1)
    Catalogue.with(.marked) {
      let state = screen(size)
      for state in [state, state.accessible] {
        let grid = render(state)
        for y in 0..<size.rows {
          let text = grid.row(y).map(\.glyph.text).joined()
          #expect(DisplayWidth.columns(of: text) == size.columns, "\(grid.text)")
        }
      }
      expectWholeLabels(in: state)
    }
  }

  /// Expects that each tab and each key in the footer is drawn where it can be clicked.
  private func expectWholeLabels(in state: AppState) {
    let grid = render(state)
    let layout = ScreenLayout(state)
    func text(_ columns: Range<Int>, _ y: Int) -> String {
      grid.row(y).dropFirst(columns.lowerBound).prefix(columns.count).map(\.glyph.text).joined()
    }
    if state.modals.top?.layer != .whole {
      for (_, label, columns) in layout.tabs
      where columns.upperBound < state.surroundings.size.columns {
        #expect(text(columns, 0) == label)
      }
    }
    for hint in layout.hints(in: state) {
      #expect(hint.columns.upperBound <= state.surroundings.size.columns)
      #expect(text(hint.columns, state.surroundings.size.rows - 1) == "\(hint.label) \(hint.text)")
    }
  }

  @Test(
    "all words of the program are marked, so that they can be translated",
    arguments: FrameTests.screens.map(\.0))
  func translatable(name: String) throws {
    let screen = try #require(FrameTests.screens.first { $0.0 == name }?.1)
    Catalogue.with(.marked) {
      let content = ContentWords(of: screen(GridSize(columns: 140, rows: 45)))
      for size in [GridSize(columns: 80, rows: 24), GridSize(columns: 140, rows: 45)] {
        let state = screen(size)
        for (kind, state) in [("drawn", state), ("spoken", state.accessible)] {
          for line in render(state).text.split(separator: "\n") {
            for (word, isCut) in Self.words(in: line)
            where Self.kept[word] == nil && !content.contains(word, isPart: isCut) {
              Issue.record("\"\(word)\" isn't localized, \(kind): \(line)")
            }
          }
        }
      }
    }
  }

  /// The words that stay English, with the reason.
  private static let kept: [String: String] = [
    "raylette": "the program's name",
    "markdown": "a format",
    "english": "the name of a language, which the system knows",
    "jul": "a month, which the system knows", "jun": "a month", "nov": "a month",
    "utc": "a time zone",
    "ahat": "the letters that select a link cover its first letter", "sne": "as before",
    "wid": "the beginning of a word at the end of a row", "th": "its end",
    "om": "the end of a word below the sidebar", "rs": "the end of another one",
  ]

  /// The words of English letters, in lower case, and whether something else cuts them off. Paths of
  /// files are no words.
  fileprivate static func words(in text: some StringProtocol) -> [(word: String, isCut: Bool)] {
    var words: [(String, Bool)] = []
    var rest = text[...]
    var previous: Character?
    while let first = rest.first {
      if first == "/", previous == " ", rest.dropFirst().first?.isLetter == true {
        rest = rest.drop { $0 != " " }
        continue
      }
      guard first.isLetter else {
        previous = rest.removeFirst()
        continue
      }
      let word = rest.prefix(while: \.isLetter)
      rest = rest[word.endIndex...]
      if word.count > 1, word.allSatisfy(\.isASCII) {
        words.append((word.lowercased(), cuts(previous) || cuts(rest.first)))
      }
      previous = word.last
    }
    return words
  }

  /// Whether a character is the edge of a box, or stands for what was left out. Nil is the edge of
  /// the screen.
  private static func cuts(_ neighbor: Character?) -> Bool {
    guard let scalar = neighbor?.unicodeScalars.first else { return true }
    return scalar == "…" || (0x2500...0x257F).contains(scalar.value)
  }
}

/// The words on a screen that aren't the program's: those of links, pages and wheels, what the user
/// has typed or configured, and the names of browsers, commands, keys and of the parts of a filter.
private struct ContentWords {
  private var words: Set<String> = []

  init(of state: AppState) {
    collect(state, isContent: false)
    for command in state.surroundings.keyMap.commands {
      add(command.name)
      for chord in command.chords {
        add(chord.label)
        add(chord.spokenLabel)
      }
    }
    for word in SavedFilter.words { add(word.example) }
    for browser in WebBrowser.allCases { add(browser.name) }
  }

  /// - Parameter isPart: whether the rest of the word may be cut off.
  func contains(_ word: String, isPart: Bool) -> Bool {
    words.contains(word) || isPart && words.contains { $0.contains(word) }
  }

  private mutating func add(_ text: String) {
    words.formUnion(MarkedTextTests.words(in: text).map(\.word))
  }

  /// The modules and types whose texts are content, wherever they are in the state.
  private static let modules = ["Links.", "LinkPreview.", "Articles."]
  private static let types: Set<String> = [
    "Prompt", "SavedSearch", "ShareCommand", "SyncStatus", "RecentTexts",
  ]
  /// Properties with texts of pages.
  private static let properties: Set<String> = ["beginning"]
  /// Types without content, or with the same as others.
  private static let others: Set<String> = ["KeyMap", "Appearance", "ArticleLayout"]

  private mutating func collect(_ value: Any, isContent: Bool) {
    switch value {
    case let url as URL: add(url.absoluteString)
    case let text as String: if isContent { add(text) }
    default:
      let typeName = String(reflecting: type(of: value))
      let name = typeName.split(separator: ".").last.map(String.init) ?? ""
      if Self.others.contains(name) { return }
      let isContent =
        isContent || Self.types.contains(name) || Self.modules.contains(where: typeName.hasPrefix)
      for child in Mirror(reflecting: value).children {
        let isProperty = child.label.map(Self.properties.contains) ?? false
        collect(child.value, isContent: isContent || isProperty)
      }
    }
  }
}
