import Articles
import LinkPreview

/// An article whose Markdown is safe in a folder of notes, where programs run code they find.
struct ExportedArticle {
  let markdown: String

  init(_ article: Article) {
    var article = article
    article.blocks = article.blocks.map(Self.safe)
    markdown = article.markdown
  }

  private static func safe(_ block: ArticleBlock) -> ArticleBlock {
    switch block {
    case .code(let code, let language, let caption):
      // Plug-ins of Obsidian run code by its language, such as `dataviewjs`.
      .code(
        code, language: language.flatMap { languages.contains($0) ? $0 : nil }, caption: caption)
    case .heading(let level, let content): .heading(level: level, safe(content))
    case .paragraph(let content): .paragraph(safe(content))
    case .list(let list):
      .list(
        .init(
          start: list.start, numbering: list.numbering, items: list.items.map { $0.map(safe) }))
    case .quote(let blocks): .quote(blocks.map(safe))
    case .callout(let callout):
      .callout(
        .init(
          kind: callout.kind, title: safe(callout.title), blocks: callout.blocks.map(safe)))
    case .table(let table):
      .table(
        .init(
          header: table.header.map(safe), alignments: table.alignments,
          rows: table.rows.map { $0.map(safe) }))
    case .picture(let picture, let caption): .picture(picture, caption: safe(caption))
    case .footnotes(let notes):
      .footnotes(notes.map { ArticleFootnote(label: $0.label, blocks: $0.blocks.map(safe)) })
    case .rule, .media, .formula: block
    }
  }

  private static func safe(_ content: [ArticleInline]) -> [ArticleInline] {
    content.map { inline in
      switch inline {
      // Dataview reads code with this beginning as a query.
      case .code(let code): .code(code.hasPrefix("=") || code.hasPrefix("$=") ? " \(code)" : code)
      case .emphasis(let content): .emphasis(safe(content))
      case .strong(let content): .strong(safe(content))
      case .deleted(let content): .deleted(safe(content))
      case .link(let content, let url): .link(safe(content), url)
      case .text, .lineBreak, .picture, .footnoteReference, .formula, .task: inline
      }
    }
  }

  /// Languages of code that are only highlighted.
  private static let languages: Set<String> = [
    "ada", "asm", "awk", "bash", "basic", "c", "c#", "c++", "clojure", "cmake", "cobol",
    "coffeescript", "console", "cpp", "cs", "csharp", "css", "csv", "cuda", "d", "dart", "diff",
    "docker", "dockerfile", "elixir", "elm", "erlang", "f#", "fish", "fortran", "fsharp", "glsl",
    "go", "golang", "graphql", "groovy", "haskell", "hlsl", "html", "http", "ini", "java",
    "javascript", "js", "json", "jsx", "julia", "kotlin", "latex", "less", "lisp", "lua", "make",
    "makefile", "markdown", "matlab", "md", "nginx", "nim", "nix", "objc", "objective-c", "ocaml",
    "pascal", "perl", "php", "plaintext", "powershell", "prolog", "protobuf", "ps1", "py", "python",
    "r", "racket", "rb", "rs", "ruby", "rust", "sass", "scala", "scheme", "scss", "sh", "shell",
    "sql", "svelte", "swift", "tcl", "terraform", "tex", "text", "toml", "ts", "tsx", "txt",
    "typescript", "vb", "verilog", "vhdl", "vim", "vue", "wasm", "wgsl", "xml", "yaml", "yml",
    "zig", "zsh",
  ]
}
