import TerminalGrid
import Testing

@testable import RayletteApp

/// Colours on terminals with many or few of them.
struct ThemeTests {
  static let colors: [(String, Color?)] = [
    ("black", .palette(0)), ("white", .palette(7)), ("bright-red", .palette(9)),
    ("default", .terminalDefault), ("0", .palette(0)), ("255", .palette(255)), ("256", nil),
    ("-1", nil), ("#ff0000", .rgb(red: 255, green: 0, blue: 0)),
    ("#FFFFFF", .rgb(red: 255, green: 255, blue: 255)),
    ("#5f87af", .rgb(red: 95, green: 135, blue: 175)), ("#5f87a", nil), ("#5f87ag", nil),
    ("#+12345", nil), ("5f87af", nil), ("Red", nil), ("", nil),
  ]

  @Test("a colour is a name, a palette index or #rrggbb", arguments: colors)
  func parse(text: String, expected: Color?) { #expect(Color(text) == expected) }

  @Test("themes use only colours that the terminal has", arguments: [0, 8, 16, 88, 256])
  func few(colors: Int) {
    let own = ThemeChoice.own(
      Dictionary(uniqueKeysWithValues: ThemePart.allCases.map { ($0, .palette(201)) }))
    for choice in ThemeChoice.builtIn.map(\.choice) + [own] {
      let theme = Theme(colors: colors, choice: choice)
      let styles = [
        theme.accent, theme.accentBlock, theme.title, theme.secondary, theme.match, theme.border,
        theme.success, theme.warning, theme.failure,
        CellStyle(foreground: theme.selectionBackground),
      ]
      for style in styles {
        let shown = style.foreground.reduced(to: ColorDepth(colors: colors))
        guard case .palette(let index) = shown else { continue }
        #expect(Int(index) < colors && choice != .mono)
      }
      // Attributes distinguish these styles without colours, too.
      #expect(theme.accent.attributes.contains(.bold))
      #expect(theme.accentBlock.attributes.contains(.reverse))
      if colors < 8 { #expect(theme == Theme(colors: 0)) }
    }
  }

  @Test("a custom theme changes only the colours it names")
  func own() {
    let theme = Theme(
      colors: 256, choice: .own([.accent: .palette(201), .secondary: .palette(100)]))
    #expect(theme.accent.foreground == .palette(201))
    #expect(theme.accentBlock.foreground == .palette(201))
    #expect(theme.border.foreground == .palette(100))
    #expect(theme.failure == Theme(colors: 256).failure)
    // An accent without a colour doesn't affect the other colours.
    #expect(Theme(colors: 256, choice: .own([.accent: .terminalDefault])).hasColors)
    #expect(!Theme(colors: 256, choice: .mono).hasColors && !Theme(colors: 0).hasColors)
  }

  @Test("what a theme leaves out suits its background")
  func background() {
    func theme(_ colors: ThemeColors) -> Theme { Theme(colors: 256, choice: .own(colors)) }
    let (dark, light) = (Theme(colors: 256, choice: .dark), Theme(colors: 256, choice: .light))
    #expect(theme([.background: .rgb(red: 0x2E, green: 0x34, blue: 0x40)]) == dark)
    #expect(theme([.background: .rgb(red: 0xFD, green: 0xF6, blue: 0xE3)]) == light)
    #expect(theme([.accent: .palette(201)]).failure == Theme(colors: 256).failure)
  }

  @Test("without animation, loading is shown as text that changes once a second")
  func still() throws {
    var state = Samples.loading()
    state.surroundings.animation = false
    let id = try #require(state.spin.card?.id)
    let screens = [0, 900, 1000, 1900].map { time in
      _ = update(&state, .spin(.progressed(id, elapsed: .milliseconds(time))))
      return render(state)
    }
    #expect(screens[0].text.contains("Loading… 0 s") && screens[3].text.contains("Loading… 1 s"))
    #expect(screens[0] == screens[1] && screens[2] == screens[3] && screens[1] != screens[2])
  }
}
