import Foundation
import TerminalGrid
import TestSupport
import Testing

/// The icons of sites in the list of saved links, with the real program and chafa on a terminal that
/// shows pixels.
@Suite(.takesTurn)
struct IconJourneyTests {
  private static let page = Answer { request in
    .page("<title>Link \(request.path.dropFirst(2))</title><link rel=icon href=/i.png>")
  }

  private static let icon = PNG.file(width: 64, height: 64) { x, _ in
    x < 32 ? (220, 40, 40) : (40, 40, 220)
  }

  /// Two sites with an icon, and one without. Link 2, 5, 8 and 11 are of that one.
  private struct Sites {
    let named: FixtureServer
    let customary: FixtureServer
    let bare: FixtureServer

    func address(_ number: Int) -> URL { [named, customary, bare][number % 3].url("/p\(number)") }

    /// How often each site was asked for its icon.
    var requestCounts: [Int] {
      [(named, "/i.png"), (customary, "/favicon.ico"), (bare, "/favicon.ico")].map { site, path in
        site.requests.count { $0.path == path }
      }
    }
  }

  private func withSites(_ body: (Sites) async throws -> Void) async throws {
    let pages: [String: Answer] = ["/i.png": .status(404), "/favicon.ico": .status(404)]
    let image = Answer.page(Self.icon, type: "image/png")
    try await withServer(pages.merging(["*": Self.page, "/i.png": image]) { $1 }) { named in
      let icon = Answer.page(WindowsIconFile.violet, type: "image/x-icon")
      try await withServer(pages.merging(["*": Self.page, "/favicon.ico": icon]) { $1 }) { ico in
        try await withServer(pages.merging(["*": Self.page]) { $1 }) { bare in
          try await body(Sites(named: named, customary: ico, bare: bare))
        }
      }
    }
  }

  /// Runs a body with twelve links on screen.
  private func withList(
    _ traits: TerminalEmulator.Traits, arguments: [String] = [],
    _ body: (PseudoTerminal, Sites) async throws -> Void
  ) async throws {
    try await withSites { sites in
      try await withTemporaryHome { home in
        let lines = (0..<12).map { number in
          "<DT><A HREF=\"\(sites.address(number))\" ADD_DATE=\"\(1_700_000_000 - number)\">Link \(number)</A>"
        }
        let file = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n" + lines.joined(separator: "\n")
        _ = try await home.saved("import", "-", input: file)
        try await withPseudoTerminal(traits, arguments: arguments, in: home) { terminal in
          terminal.type("gl")
          // A screen reader says only the link at the cursor.
          let count = arguments.contains("--accessible") ? 1 : 9
          try await terminal.expect { screen in
            (0..<count).allSatisfy { screen.text.contains("Link \($0)") }
          }
          try await body(terminal, sites)
        }
      }
    }
  }

  @Test(
    "icons are in the tiles of their rows, move with them, and go with the list",
    arguments: [PixelJourneyTests.kitty, PixelJourneyTests.sixel])
  func journey(traits: TerminalEmulator.Traits) async throws {
    try await withList(traits) { terminal, sites in
      try await terminal.expect { $0.shown.count == 6 && $0.hasIconsInTheirRows }
      // The letter of a site without an icon.
      #expect(terminal.screen.text.contains("     1  ● Link 2"))
      terminal.type("9j")
      try await terminal.expect { $0.text.contains("Link 9") && $0.hasIconsInTheirRows }
      terminal.type("G")
      try await terminal.expect { $0.text.contains("Link 11") && $0.hasIconsInTheirRows }
      let list = terminal.screen.text
      for key in ["?", "S", "i", "zc"] {
        terminal.type(key)
        try await terminal.expect { $0.shown.isEmpty && $0.text != list }
        terminal.type(key == "zc" ? "zc" : "\u{1B}")
        try await terminal.expect { $0.text == list && $0.hasIconsInTheirRows }
      }
      terminal.type("zd")
      try await terminal.expect { $0.shown.count == 8 && $0.hasIconsInTheirRows }
      terminal.type("/\(sites.customary.port)\r")
      try await terminal.expect { $0.shown.count == 4 && $0.hasIconsInTheirRows }
      terminal.type("\u{1B}")
      try await terminal.expect { $0.shown.count == 8 && $0.hasIconsInTheirRows }
      terminal.type("\t")
      try await terminal.expect { $0.shown.isEmpty && $0.text.contains("space") }
      terminal.type("gl")
      try await terminal.expect { $0.shown.count == 8 && $0.hasIconsInTheirRows }
      terminal.resize(columns: 70, rows: 15)
      try await terminal.expect { $0.text.contains("Link 11") && $0.hasIconsInTheirRows }
      terminal.type("q")
      try await terminal.expectEnd()
      try await terminal.expect { $0.shown.isEmpty && $0.images.isEmpty && !$0.isAlternate }
      #expect(sites.requestCounts == [1, 1, 1])
    }
  }

  @Test("a font of another size gets other icons, without asking the sites again")
  func fontSize() async throws {
    try await withList(PixelJourneyTests.kitty) { terminal, sites in
      try await terminal.expect { $0.shown.count == 6 }
      try await terminal.expect {
        $0.images.values.allSatisfy { $0.width == 30 && $0.height == 20 }
      }
      terminal.setCell(width: 8, height: 16)
      terminal.resize(columns: 80, rows: 24)
      try await terminal.expect { screen in
        screen.shown.count == 6 && screen.hasIconsInTheirRows
          && screen.placements.allSatisfy { screen.images[$0.id]?.width == 24 }
      }
      // The site without an icon may not have answered yet when the font changed.
      #expect(sites.requestCounts[..<2] == [1, 1])
    }
  }

  @Test(
    "no site is asked for its icon if it isn't shown",
    arguments: [
      ["--images", "never"], ["--images", "cells"], ["--accessible"],
    ])
  func off(arguments: [String]) async throws {
    try await withList(PixelJourneyTests.kitty, arguments: arguments) { terminal, sites in
      // The pages of the links on screen are fetched all the same.
      await sites.bare.wait { $0.count { $0.path.hasPrefix("/p") } >= 3 }
      terminal.type("q")
      try await terminal.expectEnd()
      #expect(terminal.screen.images.isEmpty)
      #expect(sites.requestCounts == [0, 0, 0])
    }
  }
}

extension TerminalEmulator {
  /// The places of the icons, from the top.
  fileprivate var shown: [GridRect] {
    let kitty = placements.map { GridRect(x: $0.x, y: $0.y, columns: $0.columns, rows: $0.rows) }
    let rows = Dictionary(grouping: sixelCells) { $0.y }
    let sixel = rows.map { y, cells in
      GridRect(x: cells.map(\.x).min() ?? 0, y: y, columns: cells.count, rows: 1)
    }
    return (kitty + sixel).sorted { $0.y < $1.y }
  }

  /// Whether each row with a link of a site with an icon has one in its tile, and no other row has.
  fileprivate var hasIconsInTheirRows: Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.enumerated().compactMap { y, line -> GridRect? in
      guard let title = line.firstMatch(of: /Link (\d+)/), let number = Int(title.1),
        number % 3 != 2
      else { return nil }
      return GridRect(x: 4, y: y, columns: 3, rows: 1)
    }
    return !isSynchronized && shown == expected
      && expected.allSatisfy { place in (4..<7).allSatisfy { cells[place.y][$0].text == " " } }
  }
}
