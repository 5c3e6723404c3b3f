import Foundation
import TerminalGrid
import TestSupport
import Testing

/// Pictures in pixels, with the real program and chafa on a terminal that shows them.
@Suite(.takesTurn)
struct PixelJourneyTests {
  private static func page(_ name: String, width: Int = 400, height: Int = 200) -> Answer {
    .page(
      """
      <head><title>Page \(name)</title><meta property="og:site_name" content="The Site">
      <meta property="og:description" content="What it is about.">
      <meta property="og:image" content="/\(name).png">
      <meta property="og:image:width" content="\(width)">
      <meta property="og:image:height" content="\(height)"></head>
      """)
  }

  private static func image(width: Int, height: Int) -> Answer {
    .page(
      PNG.file(width: width, height: height) { x, _ in x < width / 2 ? (255, 0, 0) : (0, 0, 255) },
      type: "image/png")
  }

  private static let routes = [
    "/a": page("a"), "/a.png": image(width: 400, height: 200),
    "/b": page("b", width: 200, height: 200), "/b.png": image(width: 200, height: 200),
  ]

  private static let cell = TerminalEmulator.PixelSize(width: 10, height: 20)
  static let kitty = TerminalEmulator.Traits(hasKitty: true, cell: cell)
  static let sixel = TerminalEmulator.Traits(hasSixel: true, cell: cell)

  /// Runs a body with a card of page a on screen, and the address of page b next on the wheel.
  private func withCard(
    _ traits: TerminalEmulator.Traits, arguments: [String] = [],
    environment: [String: String] = [:], _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    try await withServer(Self.routes) { server in
      try await withTemporaryHome { home in
        let wheel = home.file("wheel.txt")
        let addresses = ["/a", "/b"].map { server.url($0).absoluteString }
        try Data(addresses.joined(separator: "\n").utf8).write(to: wheel)
        let arguments = ["--wheel", wheel.path(), "--seed", "3"] + arguments
        try await withPseudoTerminal(
          traits, arguments: arguments, environment: environment, in: home
        ) { terminal in
          try await terminal.expect { $0.text.contains("Spin the Wheel") }
          terminal.type(" ")
          try await terminal.expect { $0.text.contains("The Site") }
          if !terminal.screen.text.contains("Page a") { terminal.type(" ") }
          try await terminal.expect { $0.text.contains("Page a") }
          try await body(terminal)
        }
      }
    }
  }

  /// The place of the picture of page a. Sixels aren't cropped, so they don't fill it.
  private static func wide(_ traits: TerminalEmulator.Traits) -> GridRect {
    GridRect(x: 6, y: 5, columns: 27, rows: traits.hasKitty ? 8 : 7)
  }

  @Test(
    "a picture is in its cells, and gone with its card, below overlays, and after the program",
    arguments: [kitty, sixel])
  func journey(traits: TerminalEmulator.Traits) async throws {
    let wide = Self.wide(traits)
    try await withCard(traits) { terminal in
      try await terminal.expect { $0.pictures == [wide] && $0.isBlank(wide) }
      let card = terminal.screen.text
      try await expectBelowOverlay("S", of: card, wide, on: terminal)
      try await expectBelowOverlay("?", of: card, wide, on: terminal)
      try await expectOnOneTab(card, wide, on: terminal)
      try await expectRedrawn(card, wide, on: terminal)
      terminal.type(" ")
      try await terminal.expect { $0.text.contains("Page b") && $0.pictures.count == 1 }
      try await terminal.expect { screen in
        !screen.isSynchronized && screen.pictures.allSatisfy { $0.columns == 2 * $0.rows }
      }
      terminal.type("q")
      try await terminal.expectEnd()
      try await terminal.expect { $0.pictures.isEmpty && !$0.isAlternate && $0.images.isEmpty }
    }
  }

  /// The share sheet or the help.
  private func expectBelowOverlay(
    _ key: String, of card: String, _ wide: GridRect, on terminal: PseudoTerminal
  ) async throws {
    terminal.type(key)
    try await terminal.expect { $0.pictures.isEmpty && $0.text != card }
    terminal.type("\u{1B}")
    try await terminal.expect { $0.pictures == [wide] && $0.text == card }
  }

  private func expectOnOneTab(
    _ card: String, _ wide: GridRect, on terminal: PseudoTerminal
  ) async throws {
    terminal.type("gl")
    try await terminal.expect { $0.pictures.isEmpty && $0.text.contains("No saved links") }
    terminal.type("\t")
    try await terminal.expect { $0.pictures == [wide] && $0.text == card }
  }

  /// After Ctrl-L, and in other sizes.
  private func expectRedrawn(
    _ card: String, _ wide: GridRect, on terminal: PseudoTerminal
  ) async throws {
    let count = terminal.screen.bytes.count
    terminal.type("\u{C}")
    try await terminal.expect { $0.bytes.count > count + 1000 && $0.pictures == [wide] }
    terminal.resize(columns: 60, rows: 20)
    try await terminal.expect { screen in
      screen.pictures.count == 1
        && screen.pictures.allSatisfy { $0.maxX <= 60 && screen.isBlank($0) }
    }
    terminal.resize(columns: 80, rows: 24)
    try await terminal.expect { $0.pictures == [wide] && $0.text == card }
  }

  @Test("a picture is gone after a crash and a signal", arguments: [SIGSEGV, SIGTERM])
  func crash(signal: Int32) async throws {
    try await withCard(Self.kitty) { terminal in
      try await terminal.expect { $0.pictures == [Self.wide(Self.kitty)] }
      kill(terminal.processID, signal)
      try await terminal.expectEnd()
      try await terminal.expect { $0.pictures.isEmpty && $0.images.isEmpty }
    }
  }

  @Test(
    "a picture is gone while an editor has the terminal, and back afterwards",
    arguments: [kitty, sixel])
  func editor(traits: TerminalEmulator.Traits) async throws {
    let wide = Self.wide(traits)
    let editor = ["EDITOR": #"sh -c 'printf "\033[HEDITING"; read line' --"#]
    try await withCard(traits, environment: editor) { terminal in
      try await terminal.expect { $0.pictures == [wide] }
      terminal.type("e")
      try await terminal.expect { $0.text.contains("EDITING") && $0.pictures.isEmpty }
      // Stopped and continued with the editor, the program leaves the terminal to it.
      kill(terminal.processID, SIGSTOP)
      kill(terminal.processID, SIGCONT)
      terminal.resize(columns: 80, rows: 24)
      terminal.type("\n")
      try await terminal.expect { $0.pictures == [wide] && $0.text.contains("Page a") }
    }
  }

  @Test("a program that was stopped draws its picture again", arguments: [kitty, sixel])
  func stopped(traits: TerminalEmulator.Traits) async throws {
    let wide = Self.wide(traits)
    try await withCard(traits) { terminal in
      try await terminal.expect { $0.pictures == [wide] }
      let count = terminal.screen.bytes.count
      kill(terminal.processID, SIGSTOP)
      kill(terminal.processID, SIGCONT)
      try await terminal.expect { $0.bytes.count > count + 1_000 && $0.pictures == [wide] }
    }
  }

  @Test("a font of another size gets another picture")
  func fontSize() async throws {
    try await withCard(Self.kitty) { terminal in
      try await terminal.expect { $0.images.values.contains { $0.width == 270 } }
      terminal.setCell(width: 8, height: 16)
      terminal.resize(columns: 80, rows: 24)
      try await terminal.expect { screen in
        screen.pictures == [Self.wide(Self.kitty)]
          && screen.images.values.contains { $0.width == 216 }
      }
    }
  }

  @Test(
    "pictures are in cells if the terminal can't show pixels, or the user says so",
    arguments: [
      (TerminalEmulator.Traits(), []), (kitty, ["--images", "cells"]),
      // Without the size of a cell, nobody knows where the picture ends.
      (TerminalEmulator.Traits(hasKitty: true), []),
      (TerminalEmulator.Traits(hasKitty: true, cell: cell, answers: false), []),
    ] as [(TerminalEmulator.Traits, [String])])
  func cells(traits: TerminalEmulator.Traits, arguments: [String]) async throws {
    try await withCard(traits, arguments: arguments) { terminal in
      try await terminal.expect {
        $0.cells[6][8].style.background == "48;5;196"
          || $0.cells[6][8].style.foreground == "38;5;196"
      }
      try await terminal.expect { $0.pictures.isEmpty && $0.images.isEmpty }
    }
  }

  @Test("there are no pictures if the user wants pixels that the terminal can't show")
  func onlyPixels() async throws {
    try await withCard(.init(), arguments: ["--images", "pixels"]) { terminal in
      try await terminal.expect { $0.text.contains("│  Page a") }
    }
  }

  @Test("tmux isn't sent a query that it takes for a title")
  func multiplexer() async throws {
    try await withCard(.init(), environment: ["TMUX": "/tmp/x,1,0"]) { terminal in
      try await terminal.expect { $0.title.isEmpty }
    }
    try await withCard(Self.sixel, environment: ["TMUX": "/tmp/x,1,0"]) { terminal in
      try await terminal.expect { $0.pictures == [Self.wide(Self.sixel)] }
      try await terminal.expect { $0.title.isEmpty }
    }
  }
}

extension TerminalEmulator {
  /// The places of the pictures in pixels. Those of sixel count as one.
  fileprivate var pictures: [GridRect] {
    let covered = sixelCells
    let sixels: [GridRect]
    if let left = covered.map(\.x).min(), let right = covered.map(\.x).max(),
      let top = covered.map(\.y).min(), let bottom = covered.map(\.y).max()
    {
      let place = GridRect(x: left, y: top, columns: right - left + 1, rows: bottom - top + 1)
      // A part of a picture is none.
      sixels =
        covered.count == place.columns * place.rows
        ? [place] : [GridRect(x: 0, y: 0, columns: 0, rows: 0), place]
    } else {
      sixels = []
    }
    return placements.map { GridRect(x: $0.x, y: $0.y, columns: $0.columns, rows: $0.rows) }
      + sixels
  }

  fileprivate func isBlank(_ place: GridRect) -> Bool {
    (place.y..<place.maxY).allSatisfy { y in
      (place.x..<place.maxX).allSatisfy { cells[y][$0].text == " " }
    }
  }
}
