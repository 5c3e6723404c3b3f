import TerminalGrid

/// The styles of an article's text in some theme.
struct ArticleStyles {
  let theme: Theme

  /// Returns the style of a part of a text.
  func style(of inline: ArticleText.InlineStyle, in role: ArticleText.Role) -> Style {
    var style = style(of: role)
    if inline.isCode { style = theme.code }
    if inline.isNoteMark { style = theme.secondary }
    if inline.link != nil { style = theme.link }
    if inline.isStrong { style.attributes.insert(.bold) }
    if inline.isEmphasis { style.attributes.insert(.italic) }
    return style
  }

  private func style(of role: ArticleText.Role) -> Style {
    switch role {
    case .body: .plain
    case .title: theme.title
    case .heading(let level): level <= 2 ? theme.accent : theme.title
    case .tableHeader: theme.title
    case .caption: theme.caption
    case .facts: theme.secondary
    case .code: theme.codeBlock
    }
  }

  func style(of decoration: ArticleLine.Decoration) -> Style {
    switch decoration {
    case .bullet: theme.accent
    case .quote: theme.accent
    case .noteMark: theme.secondary
    }
  }
}
