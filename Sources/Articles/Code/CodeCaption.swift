import Markup

/// The caption of code: the name of the file that the code is from.
package enum CodeCaption {
  /// The most bytes of a caption.
  package static let longest = 100

  /// Returns the name of a file if a text contains nothing else: `src/main.rs`, `Filename:
  /// src/main.rs`, `Makefile`.
  static func fileName(in text: String) -> String? {
    var name = text[...]
    for prefix in ["filename:", "file:"] where text.inLowerCase.hasPrefix(prefix) {
      name = text.dropFirst(prefix.count).drop { $0 == " " }
    }
    if name.last == ":" { name.removeLast() }
    guard !name.isEmpty, name.utf8.count <= longest, name.utf8.allSatisfy(isInNames) else {
      return nil
    }
    let last = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parts = last.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let end = parts.last else {
      return names.contains(String(last)) ? String(name) : nil
    }
    let stem = last.dropLast(end.count + 1)
    let isFile =
      extensions.contains(String(end).inLowerCase) && stem.utf8.contains { $0 > 0x40 }
      || stem.isEmpty && names.contains(String(last))
    return isFile ? String(name) : nil
  }

  /// The caption without characters that would end it between quotation marks after a fence.
  static func quotable(_ caption: String) -> String {
    String(caption.map { $0 == "\"" || $0 == "`" ? "\'" : $0.isNewline ? " " : $0 })
  }

  /// Returns the caption after a code fence in Markdown, such as `js title="app.js"`
  /// (https://docusaurus.io/docs/markdown-features/code-blocks#code-title).
  static func stated(in info: String) -> String? {
    for key in ["title=", "filename=", "file="] {
      guard let range = info.firstRange(of: key) else { continue }
      let start = info[..<range.lowerBound].last
      guard start == " " || start == "{" || start == "," else { continue }
      let value = info[range.upperBound...]
      let caption: Substring
      if let mark = value.first, mark == "\"" || mark == "'" {
        let inner = value.dropFirst()
        guard let end = inner.firstIndex(of: mark) else { continue }
        caption = inner[..<end]
      } else {
        caption = value.prefix { !" ,}".contains($0) }
      }
      return PlainText.folded(String(caption), limit: longest)
    }
    return nil
  }

  private static func isInNames(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || signs.contains(byte)
  }

  private static let signs = Set("._-/\\@()[]{}~+$#".utf8)

  private static let names: Set<String> = [
    "Makefile", "Dockerfile", "Containerfile", "Gemfile", "Rakefile", "Procfile", "Vagrantfile",
    "Jenkinsfile", "Caddyfile", "Justfile", "Brewfile", "Podfile", "CMakeLists.txt", ".env",
    ".gitignore", ".gitattributes", ".dockerignore", ".editorconfig", ".npmrc", ".bashrc", ".zshrc",
    ".vimrc", ".profile", ".htaccess",
  ]

  private static let extensions: Set<String> = {
    let words = """
      astro bash bat c cc cfg cjs clj cljs cmake conf config cpp cs cshtml csproj css csv cts cu cxx \
      dart diff dockerfile ejs el elm env erb erl ex exs f90 fs fsx gemspec go gql gradle graphql h \
      haml hbs hcl hh hpp hrl hs htm html hxx ini ipynb java jinja jl js json json5 jsonc jsx kt kts \
      less lisp lock lua m md mdx mjs ml mli mm mod mts nim nix patch php pl plist pm prisma properties \
      proto ps1 py pyi r rb rkt rs rst s sass sbt scala scm scss service sh sol sql sum svelte svg \
      swift tcl tex tf tfvars toml ts tsv tsx txt v vb vhd vim vue wat wgsl xaml xhtml xml yaml yml \
      zig zsh
      """
    return Set(words.split(separator: " ").map(String.init))
  }()
}
