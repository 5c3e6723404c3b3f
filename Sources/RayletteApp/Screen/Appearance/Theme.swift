public import TerminalGrid

/// The look of each kind of thing on screen.
public struct Theme: Hashable, Sendable {
  /// What is active: the tab, the button, the selection.
  public var accent: Style
  /// The active tab and the button, as a block.
  public var accentBlock: Style
  public var title: Style
  public var secondary: Style
  /// Where a text matches what was looked for.
  public var match: Style
  public var border: Style
  public var success: Style
  public var failure: Style
  /// Whether it has any colours.
  public let hasColors: Bool

  /// The look for a terminal with this many colours; 0 for none, told by attributes alone.
  ///
  /// Text keeps the terminal's own colours. Those of ``ThemeChoice/auto`` are legible on dark and light
  /// backgrounds alike, which a program can't tell apart for sure.
  public init(colors: Int, choice: ThemeChoice = .auto) {
    let colors = choice == .mono ? 0 : colors
    hasColors = colors >= 8
    func hue(_ rich: UInt8, _ plain: UInt8, _ attributes: Style.Attributes = []) -> Style {
      let color: Color =
        colors >= 256 ? .palette(rich) : colors >= 8 ? .palette(plain) : .terminalDefault
      return Style(foreground: color, attributes: attributes)
    }
    let hues:
      (accent: (UInt8, UInt8), grey: UInt8, match: (UInt8, UInt8), success: UInt8, failure: UInt8)
    switch choice {
    case .dark: hues = ((39, 6), 246, (214, 3), 77, 203)
    case .light: hues = ((25, 4), 241, (130, 5), 22, 124)
    case .auto, .mono, .own: hues = ((32, 6), 244, (172, 3), 28, 167)
    }
    accent = hue(hues.accent.0, hues.accent.1, .bold)
    title = Style(attributes: .bold)
    // Many terminals don't dim black on white, so where there is a grey, grey it is.
    secondary =
      colors >= 256 ? Style(foreground: .palette(hues.grey)) : Style(attributes: .dim)
    match = hue(hues.match.0, hues.match.1, [.bold, .underline])
    border = secondary
    success = hue(hues.success, 2, .bold)
    failure = hue(hues.failure, 1, .bold)
    accentBlock = accent
    if case .own(let own) = choice { adopt(own) }
    accentBlock = Style(foreground: accent.foreground, attributes: [.bold, .reverse])
  }

  private mutating func adopt(_ own: ThemeColors) {
    func set(_ part: WritableKeyPath<Theme, Style>, _ color: Color?) {
      guard let color, hasColors else { return }
      // What has a colour of its own is not dimmed on top of it.
      self[keyPath: part].attributes.remove(.dim)
      self[keyPath: part].foreground = color
    }
    set(\.accent, own[.accent])
    set(\.title, own[.title])
    set(\.secondary, own[.secondary])
    set(\.border, own[.border] ?? own[.secondary])
    set(\.match, own[.match])
    set(\.success, own[.success])
    set(\.failure, own[.failure])
  }
}
