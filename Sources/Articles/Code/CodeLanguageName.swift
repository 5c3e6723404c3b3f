import Markup

/// Names of programming languages, in the forms that pages use.
enum CodeLanguageName {
  /// Finds the language in a class, such as `language-swift`.
  static func of(_ node: Int32, in tree: ElementTree) -> String? {
    // The class is on the block, on an element in it, or on one around it.
    var nodes = [Int(node)]
    var inner = Int(node) + 1
    while inner < tree.nodes[Int(node)].end, nodes.count < 4, !tree.nodes[inner].isText {
      nodes.append(inner)
      inner += 1
    }
    var parent = tree.nodes[Int(node)].parent
    for _ in 0..<5 where parent >= 0 {
      nodes.append(Int(parent))
      parent = tree.nodes[Int(parent)].parent
    }
    for node in nodes {
      guard let classes = tree.attributes(of: node)?.classes else { continue }
      if let language = named(in: tree.string(classes)) { return language }
    }
    return nil
  }

  private static func named(in classes: String) -> String? {
    let words = classes.inLowerCase.words
    for word in words {
      for prefix in prefixes where word.hasPrefix(prefix) {
        let name = word.dropFirst(prefix.count).prefix { $0 != ";" && $0 != "{" }
        if isName(name) { return String(name) }
      }
    }
    // The name is beside another class, as in `highlight sh` and `sourceCode python`.
    guard words.contains(where: { highlighters.contains(String($0)) }) else { return nil }
    return words.lazy.compactMap { known($0.hasSuffix(";") ? String($0.dropLast()) : $0) }.first
  }

  private static func isName(_ name: Substring) -> Bool {
    (1...20).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "+#-_.".utf8.contains($0)
      }
      && !["none", "plain", "text", "plaintext", "source", "default", "fallback"].contains(name)
  }

  private static let prefixes = [
    "language-", "lang-", "lang:", "highlight-source-", "highlight-text-", "brush:", "sourcecode-",
    "code-lang-",
  ]

  private static let highlighters: Set<String> = [
    "highlight", "hljs", "sourcecode", "source", "prettyprint", "brush:", "code-block", "codeblock",
    "shiki", "chroma", "code", "codehilite", "hl",
  ]

  /// Returns the language that a text names, such as a label beside a copy button.
  static func known(_ text: String) -> String? { names[text] }

  /// The maximum length of a name or a button's text.
  static let longest = 24

  /// The texts of buttons beside code. Where a script makes the buttons, these are plain texts in
  /// the page.
  static let buttons: Set<String> = [
    "copy", "copy code", "copied", "copied!", "copy to clipboard", "copy text",
  ]

  private static let names: [String: String] = {
    var names: [String: String] = [
      "c++": "cpp", "c#": "csharp", "f#": "fsharp", "shell session": "console", "golang": "go",
      "objective-c": "objc", "plain text": "text", "vim script": "vim", "visual basic": "vb",
      "node.js": "javascript", "github actions": "yaml", "terminal": "sh", "command line": "sh",
    ]
    let words = """
      bash c clojure cmake cpp csharp css csv dart diff dockerfile elixir elm erlang fish fortran \
      fsharp go graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsx \
      julia kotlin latex lean less lisp lua makefile markdown matlab nginx nim nix objc ocaml perl php \
      powershell prolog python python3 py r ruby rb rust scala scheme scss sh shell sql svelte \
      swift terraform toml tsx typescript ts vim vue wasm xml yaml yml zig zsh console
      """
    for word in words.split(separator: " ") { names[String(word)] = String(word) }
    return names
  }()
}
