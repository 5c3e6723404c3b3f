import Articles
import Foundation
import LinkPreview
import TerminalGrid
import Testing

@testable import RayletteApp

/// Articles for standard output.
struct PrintedArticleTests {
  private func printed(columns: Int, theme: ThemeChoice = .dark) -> PrintedArticle {
    PrintedArticle(
      Samples.text, facts: "Mina Okafor", columns: columns,
      appearance: Appearance(
        theme: Theme(colors: 256, choice: theme), symbols: .unicode, colors: 256))
  }

  /// A line without its sequences, with spaces at its end removed.
  private func plain(_ line: String) -> String {
    var text = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      .replacing(/\u{1B}\]8;[^\u{1B}]*\u{1B}\\/, with: "")
    while text.last == " " { text.removeLast() }
    return text
  }

  @Test("styled lines have the same text as plain ones", arguments: [20, 40, 76, 200])
  func styles(columns: Int) {
    let printed = printed(columns: columns)
    for hasLinks in [false, true] {
      let styled = printed.styledLines(.palette256, hasLinks: hasLinks)
      #expect(styled.map(plain) == printed.lines)
      #expect(styled.contains { $0.contains("\u{1B}]8;id=") } == hasLinks)
      // Nothing runs on into the next line.
      for line in styled {
        let last = line.matches(of: /\u{1B}\[[0-9;]*m/).last?.output
        #expect(last == nil || last == "\u{1B}[0m")
      }
    }
  }

  @Test("a link in two lines is one link, and each line closes it")
  func links() throws {
    let lines = printed(columns: 30).styledLines(.palette256, hasLinks: true)
    let weekend = lines.filter { $0.contains("https://weekend.example/book") }
    #expect(weekend.count == 2)
    let ids = try weekend.map { line in
      String(try #require(line.firstMatch(of: /\u{1B}\]8;id=([^;]+);https:\/\/weekend/)).1)
    }
    #expect(Set(ids).count == 1)
    for line in weekend {
      let openings = line.components(separatedBy: "\u{1B}]8;id=").count
      #expect(line.components(separatedBy: "\u{1B}]8;;").count == openings)
    }
  }

  private func lines(
    of blocks: [ArticleBlock], columns: Int, _ symbols: Symbols = .unicode
  ) -> [String] {
    PrintedArticle(
      Article(blocks: blocks), facts: "", columns: columns,
      appearance: Appearance(
        theme: Theme(colors: 256, choice: .dark), symbols: symbols, colors: 256)
    ).lines
  }

  @Test("columns of tables are aligned, wrapped cells and the heading too")
  func alignment() {
    let text = { (text: String) -> [ArticleInline] in [.text(text)] }
    let table = ArticleBlock.table(
      .init(
        header: [text("Ship"), text("Knots"), text("Harbour")], alignments: [nil, .right, .center],
        rows: [
          [text("Ray"), text("7"), text("Skye")],
          [text("Let"), text("1,234"), text("Long way there")],
        ]))
    let lines = lines(of: [table], columns: 23).filter { !$0.isEmpty }
    #expect(
      lines.filter { !$0.contains("─") } == [
        "Ship  Knots   Harbour", "Ray       7     Skye", "Let   1,234   Long way",
        "               there",
      ])
  }

  @Test("a list has the numbers that its page has, in a column of their own")
  func numbers() {
    let items = ["One", "Two", "Three"].map { [ArticleBlock.paragraph([.text($0)])] }
    let list = ArticleBlock.list(
      .init(start: 10, numbering: .init(isReversed: true), items: items))
    let letters = ArticleBlock.list(
      .init(start: 1, numbering: .init(style: .lowerRoman), items: items))
    #expect(
      lines(of: [list, letters], columns: 40).filter { !$0.isEmpty } == [
        "10. One", " 9. Two", " 8. Three", "  i. One", " ii. Two", "iii. Three",
      ])
  }

  @Test(
    "videos have a sign, or a word where there are no signs",
    arguments: [
      (Symbols.unicode, "A pier", "▶ A pier"), (.unicode, nil, "▶ video"),
      (.words, "A pier", "video, A pier"), (.words, nil, "video"),
    ] as [(Symbols, String?, String)])
  func video(symbols: Symbols, title: String?, line: String) throws {
    let url = try #require(URL(string: "https://example.org/film.mp4"))
    let blocks = [ArticleBlock.media(ArticleMedia(kind: .video, url: url, title: title))]
    #expect(lines(of: blocks, columns: 40, symbols).contains(line))
  }

  @Test("the caption of code stands above it")
  func caption() {
    let lines = lines(of: [.code("let x", language: nil, caption: "a.swift")], columns: 40)
    #expect(lines.filter { !$0.isEmpty } == ["a.swift", "  let x"])
  }

  @Test("the ground of code is as wide as the text, and code that's wider stays whole")
  func code() throws {
    let lines = printed(columns: 60).styledLines(.palette256, hasLinks: false)
    let code = lines.filter { $0.contains("48;5;") }
    #expect(code.count == 4)
    let short = try #require(code.first { plain($0).contains("struct Ray") })
    #expect(plain(short.replacing("\u{1B}[0m", with: "|")).count == 61)
    #expect(code.contains { plain($0).hasSuffix("// behind the eye below zero") })
  }
}
