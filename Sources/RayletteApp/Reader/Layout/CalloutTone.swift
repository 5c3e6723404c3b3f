import Articles
import LinkPreview

/// How urgent a callout is.
enum CalloutTone: Hashable, Sendable, CaseIterable {
  case remark, advice, warning, danger

  /// - Parameter kind: The kind of the callout, in lower-case letters: those of GitHub, Obsidian,
  ///   Docusaurus, MkDocs, Sphinx and AsciiDoc. Any other one is a remark.
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
  /// The kind and the title in one line, such as `Warning: Two spaces`. A title that says the kind
  /// stands alone.
  var titleLine: [ArticleInline] {
    let name = kind.prefix(1).uppercased() + kind.dropFirst()
    guard !title.isEmpty else { return [.text(name)] }
    if kind == "note" || title.oneLine.lowercased().contains(kind) { return title }
    return [.text("\(name): ")] + title
  }
}
