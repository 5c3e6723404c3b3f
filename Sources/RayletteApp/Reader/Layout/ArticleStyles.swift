import Articles
import LinkPreview
import TerminalGrid

/// The styles of an article's text in a theme.
struct ArticleStyles {
  let theme: Theme

  /// Returns the style of a part of a text.
  func style(of inline: ArticleText.InlineStyle, in role: ArticleText.Role) -> CellStyle {
    var style = style(of: role)
    if inline.isCode { style = theme.code }
    if let token = inline.token { style = self.style(of: token) }
    if inline.isDeleted { style = theme.secondary }
    if inline.link != nil { style = inline.isNoteMark ? theme.noteMark : theme.link }
    if inline.isStrong { style.attributes.insert(.bold) }
    if inline.isEmphasis { style.attributes.insert(.italic) }
    return style
  }

  private func style(of role: ArticleText.Role) -> CellStyle {
    switch role {
    case .body: .plain
    case .title: theme.title
    case .heading(let level): level <= 2 ? theme.accent : theme.title
    case .tableHeader: theme.title
    case .caption: theme.caption
    case .facts: theme.secondary
    case .code: theme.codeBlock
    case .calloutTitle(let tone): style(of: tone)
    }
  }

  func style(of decoration: ArticleLine.Decoration) -> CellStyle {
    switch decoration {
    case .bullet: theme.accent
    case .quote: theme.accent
    case .callout(let tone): style(of: tone)
    }
  }

  private func style(of tone: CalloutTone) -> CellStyle {
    switch tone {
    case .remark: theme.accent
    case .advice: theme.success
    case .warning: theme.warning
    case .danger: theme.failure
    }
  }

  /// Returns the style of a part of source code. Uses the colours of parts with a similar meaning,
  /// so that the colours of a custom theme suit code too.
  private func style(of token: CodeToken) -> CellStyle {
    func colored(_ style: CellStyle, without: CellStyle.Attributes = []) -> CellStyle {
      CellStyle(foreground: style.foreground, attributes: theme.hasColors ? [] : without)
    }
    switch token {
    case .word: return colored(theme.accent, without: .bold)
    case .string: return colored(theme.success)
    case .number: return colored(theme.match)
    case .comment:
      var style = theme.secondary
      style.attributes.insert(.italic)
      return style
    case .addition: return colored(theme.success, without: .bold)
    case .removal: return colored(theme.failure)
    }
  }
}

/// The urgency of a callout.
enum CalloutTone: Hashable, Sendable, CaseIterable {
  case remark, advice, warning, danger

  /// - Parameter kind: the kind of the callout, in lower case. Knows the kinds of GitHub, Obsidian,
  ///   Docusaurus, MkDocs, Sphinx and AsciiDoc. Any other kind is a remark.
  init(kind: String) {
    switch kind {
    case "tip", "hint", "success", "check", "done", "example": self = .advice
    case "warning", "important", "attention", "question", "help", "faq": self = .warning
    case "caution", "danger", "error", "bug", "failure", "fail", "missing": self = .danger
    default: self = .remark
    }
  }
}

extension ArticleBlock.Callout {
  /// The kind and the title on one line, such as `Warning: Two spaces`. Only the title, if it
  /// says the kind.
  var titleLine: [ArticleInline] {
    let name = kind.prefix(1).uppercased() + kind.dropFirst()
    guard !title.isEmpty else { return [.text(name)] }
    if kind == "note" || isTitleOfKind || title.oneLine.lowercased().contains(kind) {
      return title
    }
    return [.text("\(name): ")] + title
  }
}
