import TerminalGrid
import Testing

@testable import RayletteApp

/// The legibility of the built-in themes, by the contrast ratios of WCAG 2.2.
struct ThemeContrastTests {
  static let darkBackgrounds = ["#101418", "#000000", "#282c34", "#1e1e2e"]
  static let lightBackgrounds = ["#ffffff", "#fdf6e3"]

  static let cases: [(choice: ThemeChoice, backgrounds: [String], minimum: Double)] = [
    (.dark, darkBackgrounds, 4.5), (.light, lightBackgrounds, 4.5),
    (.auto, darkBackgrounds + lightBackgrounds, 3),
  ]

  @Test("text is legible on the backgrounds that a theme is made for", arguments: cases)
  func contrast(choice: ThemeChoice, backgrounds: [String], minimum: Double) throws {
    let theme = Theme(colors: 256, choice: choice)
    var grounds = try backgrounds.map { try #require(Color($0)) }
    if theme.selectionBackground != .terminalDefault {
      // A terminal with 256 colours shows the nearest one.
      grounds += [theme.selectionBackground, theme.selectionBackground.reduced(to: .palette256)]
    }
    for (name, style) in theme.text {
      for ground in grounds {
        let ratio = try #require(style.foreground.contrast(with: ground))
        #expect(ratio >= minimum, "\(name) on \(ground)")
      }
    }
  }

  @Test("code is legible on its ground", arguments: cases.prefix(2))
  func code(choice: ThemeChoice, backgrounds: [String], minimum: Double) throws {
    let theme = Theme(colors: 256, choice: choice)
    let styles = ArticleStyles(theme: theme)
    for token in CodeToken.allCases {
      let style = styles.style(of: .init(token: token), in: .code)
      for ground in [theme.codeBackground, theme.codeBackground.reduced(to: .palette256)] {
        let ratio = try #require(style.foreground.contrast(with: ground))
        #expect(ratio >= minimum, "\(token) on \(ground)")
      }
    }
  }

  @Test("the tint of the selected row differs from the background", arguments: cases.prefix(2))
  func tint(choice: ThemeChoice, backgrounds: [String], minimum: Double) throws {
    let tint = Theme(colors: 256, choice: choice).selectionBackground
    for background in backgrounds {
      let ratio = try #require(Color(background)?.contrast(with: tint))
      #expect(ratio >= 1.15, "on \(background)")
    }
  }

  @Test("only terminals with 256 colours and a theme for their background have a tint")
  func noTint() {
    #expect(Theme(colors: 256).selectionBackground == .terminalDefault)
    for colors in [0, 8, 16, 88] {
      let theme = Theme(colors: colors, choice: .dark)
      #expect(theme.selectionBackground == .terminalDefault)
    }
    let own = ThemeChoice.own([.selection: .palette(52), .warning: .palette(11)])
    #expect(Theme(colors: 256, choice: own).selectionBackground == .palette(52))
    #expect(Theme(colors: 256, choice: own).warning.foreground == .palette(11))
    #expect(Theme(colors: 88, choice: own).selectionBackground == .terminalDefault)
  }
}

extension Theme {
  /// The styles of coloured text, by name.
  fileprivate var text: [(String, CellStyle)] {
    [
      ("accent", accent), ("secondary", secondary), ("match", match), ("success", success),
      ("warning", warning), ("failure", failure),
    ]
  }
}
