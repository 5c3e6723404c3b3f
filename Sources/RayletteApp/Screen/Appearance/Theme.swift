public import TerminalGrid

/// The styles of the parts of the screen.
public struct Theme: Hashable, Sendable {
  /// The style of active elements: the tab, the button, the cursor.
  var accent: Style
  /// The active tab and the button, drawn as a filled block.
  var accentBlock: Style
  var title: Style
  var secondary: Style
  /// Text that matches the filter.
  var match: Style
  var border: Style
  var success: Style
  /// Text that may need attention, such as a message about a moved link.
  var warning: Style
  public var failure: Style
  /// Code in a line of text, and code blocks.
  var code: Style
  var codeBlock: Style
  /// The background of code blocks. The terminal's default if there's no suitable colour.
  var codeBackground: Color
  /// A link in text.
  var link: Style
  /// The mark of a note in text.
  var noteMark: Style
  /// The caption below a picture.
  var caption: Style
  /// The background of the selected row. The terminal's default if there's no colour on which text
  /// is legible.
  var selectionBackground: Color
  /// Whether the theme has any colours.
  let hasColors: Bool

  /// Creates a theme for a terminal with a number of colours. With 0 colours, uses only attributes.
  ///
  /// Text keeps the terminal's own colours. The colours of ``ThemeChoice/auto`` are legible on both
  /// dark and light backgrounds, for terminals with an unknown background.
  public init(colors: Int, choice: ThemeChoice = .auto) {
    let colors = choice == .mono ? 0 : colors
    hasColors = colors >= 8
    func style(_ hue: ThemeHues.Hue, _ attributes: Style.Attributes = .bold) -> Style {
      let color: Color =
        colors >= 256 ? .palette(hue.rich) : colors >= 8 ? .palette(hue.plain) : .terminalDefault
      return Style(foreground: color, attributes: attributes)
    }
    let hues = ThemeHues(choice)
    accent = style(hues.accent)
    title = Style(attributes: .bold)
    // Uses grey if there's one, because many terminals don't dim black on white.
    secondary =
      colors >= 256 ? Style(foreground: .palette(hues.grey)) : Style(attributes: .dim)
    match = style(hues.match, [.bold, .underline])
    border = secondary
    success = style(hues.success)
    warning = style(hues.warning)
    failure = style(hues.failure)
    code = style(hues.warning, [])
    // Without colours, code needs another distinction from text.
    if colors < 8 { code.attributes = .bold }
    codeBlock = .plain
    link = style(hues.accent, .underline)
    noteMark = style(hues.accent, [])
    caption = secondary
    caption.attributes.insert(.italic)
    codeBackground = colors >= 256 ? hues.code : .terminalDefault
    // The first 16 colours have no tint on which the others are legible.
    selectionBackground = colors >= 256 ? hues.selection : .terminalDefault
    accentBlock = accent
    if case .own(let own) = choice { adopt(own, colors: colors) }
    accentBlock = Style(foreground: accent.foreground, attributes: [.bold, .reverse])
  }

  private mutating func adopt(_ own: ThemeColors, colors: Int) {
    func set(_ part: WritableKeyPath<Theme, Style>, _ color: Color?) {
      guard let color, hasColors else { return }
      // Custom colours aren't dimmed.
      self[keyPath: part].attributes.remove(.dim)
      self[keyPath: part].foreground = color
    }
    set(\.accent, own[.accent])
    set(\.title, own[.title])
    set(\.secondary, own[.secondary])
    set(\.border, own[.border] ?? own[.secondary])
    set(\.match, own[.match])
    set(\.success, own[.success])
    set(\.warning, own[.warning])
    set(\.link, own[.accent])
    set(\.noteMark, own[.accent])
    set(\.code, own[.warning])
    set(\.caption, own[.secondary])
    set(\.failure, own[.failure])
    if let selection = own[.selection], colors >= 256 { selectionBackground = selection }
  }
}
