/// The syntax of a programming language, in enough detail to distinguish keywords, strings and
/// comments.
struct CodeLanguage: Equatable, Sendable {
  var keywords: Set<String> = []
  /// Whether keywords ignore case.
  var ignoresCase = false
  /// The beginnings of comments that extend to the end of the line.
  var lineComments: [String] = []
  var blockComment: Block?
  /// The quotation marks of strings, longest first.
  var quotes = ["\"", "'"]
  /// The quotation marks of strings over several lines.
  var longQuotes: Set<String> = []
  /// The character after a key, if keys begin lines or are strings.
  var keyEnd: Character?
  var form = Form.program

  struct Block: Equatable, Sendable {
    let start: String
    let end: String
  }

  enum Form: Equatable, Sendable {
    case program
    /// Elements with attributes, as in HTML and XML.
    case markup
    /// Added and removed lines.
    case changes
  }

  // MARK: - The table

  fileprivate static let known: [String: CodeLanguage] = {
    var table: [String: CodeLanguage] = [:]
    for (names, language) in languages {
      for name in names.split(separator: " ") { table[String(name)] = language }
    }
    return table
  }()

  private static let slashes = Block(start: "/*", end: "*/")
  private static let tags = Block(start: "<!--", end: "-->")

  private typealias Entry = (names: String, language: CodeLanguage)

  private static func language(
    _ names: String, _ keywords: String = "", line lineComments: [String] = [],
    block: Block? = nil, quotes: [String] = ["\"", "'"], long longQuotes: Set<String> = [],
    key keyEnd: Character? = nil, ignoresCase: Bool = false, form: Form = .program
  ) -> Entry {
    let words = Set(keywords.split(separator: " ").map(String.init))
    return (
      names,
      CodeLanguage(
        keywords: words, ignoresCase: ignoresCase, lineComments: lineComments, blockComment: block,
        quotes: quotes, longQuotes: longQuotes, keyEnd: keyEnd, form: form)
    )
  }

  /// A language with the comments of C.
  private static func c(
    _ names: String, _ keywords: String, quotes: [String] = ["\"", "'"], long: Set<String> = [],
    key: Character? = nil
  ) -> Entry {
    language(names, keywords, line: ["//"], block: slashes, quotes: quotes, long: long, key: key)
  }

  /// A language with the comments of shells.
  private static func shell(
    _ names: String, _ keywords: String, quotes: [String] = ["\"", "'"], long: Set<String> = [],
    key: Character? = nil
  ) -> Entry {
    language(names, keywords, line: ["#"], quotes: quotes, long: long, key: key)
  }

  /// The keywords include the names for nil, true and false.
  private static let languages: [Entry] = [
    c(
      "c h objc objective-c m",
      """
      auto break case char const continue default do double else enum extern false float for goto \
      if inline int long nullptr register restrict return short signed sizeof static struct \
      switch true typedef union unsigned void volatile while bool NULL nil self id #include \
      #define #if #ifdef #ifndef #else #endif #import @interface @implementation @end @property
      """),
    c(
      "cpp c++ cc cxx hpp cuda arduino glsl hlsl",
      """
      alignas auto bool break case catch char class co_await co_return co_yield concept const \
      consteval constexpr const_cast continue decltype default delete do double dynamic_cast else \
      enum explicit export extern false final float for friend goto if inline int long mutable \
      namespace new noexcept nullptr operator override private protected public \
      reinterpret_cast requires return short signed sizeof static static_assert static_cast \
      struct switch template this throw true try typedef typename union unsigned using virtual \
      void volatile while #include #define #if #ifdef #ifndef #else #endif #pragma
      """),
    c(
      "java groovy gradle",
      """
      abstract assert boolean break byte case catch char class const continue default def do \
      double else enum extends false final finally float for if implements import instanceof int \
      interface long native new null package permits private protected public record return \
      sealed short static super switch synchronized this throw throws transient true try var \
      void volatile while yield
      """, quotes: ["\"\"\"", "\"", "'"], long: ["\"\"\""]),
    c(
      "javascript js jsx mjs cjs typescript ts tsx mts node vue svelte astro",
      """
      abstract any as async await boolean break case catch class const continue debugger declare \
      default delete do else enum export extends false finally for from function get if \
      implements import in instanceof interface keyof let namespace never new null number of \
      package private protected public readonly return satisfies set static string super switch \
      this throw true try type typeof undefined unknown var void while with yield
      """, quotes: ["`", "\"", "'"], long: ["`"]),
    c(
      "csharp cs c# fsharp fs",
      """
      abstract as async await base bool break byte case catch char class const continue decimal \
      default delegate do double else enum event explicit extern false finally fixed float for \
      foreach get if implicit in init int interface internal is lock long match module mutable \
      namespace new null object operator out override params private protected public readonly \
      record ref return sealed set short sizeof static string struct switch then this throw true \
      try type typeof uint ulong using var virtual void volatile when where while with yield let
      """),
    c(
      "go golang",
      """
      any bool break byte case chan const continue default defer else error fallthrough false \
      float32 float64 for func go goto if import int int32 int64 interface iota len make map nil \
      package range return rune select string struct switch true type uint uint8 uint64 var
      """, quotes: ["`", "\"", "'"], long: ["`"]),
    c(
      "rust rs",
      """
      as async await bool box break char const continue crate dyn else enum extern f32 f64 false fn \
      for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str \
      struct super trait true type u8 u32 u64 union unsafe usize use where while
      """, quotes: ["\""], long: ["\""]),
    c(
      "swift",
      """
      actor any as associatedtype async await break case catch class continue convenience default \
      defer deinit do else enum extension fallthrough false fileprivate final for func guard if \
      import in indirect init inout internal is isolated lazy let mutating nil nonisolated open \
      operator override precedencegroup private protocol public repeat required rethrows return \
      self Self some static struct subscript super switch throw throws true try typealias unowned \
      var weak where while @main @MainActor @escaping @available @Test @State @Observable #if \
      #else #endif
      """, quotes: ["\"\"\"", "\""], long: ["\"\"\""]),
    c(
      "kotlin kt kts scala dart",
      """
      abstract annotation as break by case catch class companion const constructor continue data \
      def default do dynamic else enum extends extension external false final finally for fun get \
      given if implements implicit import in init inline interface internal is late lateinit \
      lazy match new null object open operator out override package private protected public \
      required return sealed set static super suspend switch this throw trait true try type \
      typealias typeof val var void when where while with yield async await
      """, quotes: ["\"\"\"", "\"", "'"], long: ["\"\"\""]),
    language(
      "php",
      """
      abstract and array as break callable case catch class clone const continue declare default do \
      echo else elseif empty enum extends false final finally fn for foreach function global if \
      implements include instanceof interface isset list match namespace new null or print private \
      protected public readonly require require_once return static switch throw trait true try \
      unset use var while yield
      """, line: ["//", "#"], block: slashes),
    c(
      "zig odin v",
      """
      align and anytype break catch comptime const continue defer else enum errdefer error export \
      extern false fn for if import in inline mut null or orelse pub return struct switch test \
      true try type undefined union unreachable usize var void while
      """),
    shell(
      "python py python3 py3 ipython pycon starlark bazel gdscript",
      """
      False None True and as assert async await break case class continue def del elif else except \
      finally for from global if import in is lambda match nonlocal not or pass raise return self \
      try while with yield
      """, quotes: ["\"\"\"", "'''", "\"", "'"], long: ["\"\"\"", "'''"]),
    shell(
      "ruby rb erb crystal",
      """
      alias and begin break case class def defined? do else elsif end ensure extend false for if in \
      include loop module next nil not or private protected public puts raise redo require \
      require_relative rescue retry return self super then true undef unless until when while \
      yield attr_reader attr_accessor
      """),
    shell(
      "elixir ex exs",
      """
      after alias and case catch cond def defmacro defmodule defp defprotocol defimpl defstruct do \
      else end false fn for if import in nil not or quote raise receive require rescue true try \
      unless unquote use when with
      """, quotes: ["\"\"\"", "\""], long: ["\"\"\""]),
    shell(
      "bash sh shell zsh ksh fish nushell nu",
      """
      alias begin break case cd continue declare do done echo elif else end esac eval exec exit \
      export fi for function if in local printf read readonly return select set shift source \
      sudo switch test then trap unset until while
      """, long: ["\"", "'"]),
    language(
      "powershell ps1 pwsh",
      """
      begin break catch class continue do else elseif end exit finally for foreach function if in \
      param process return switch throw trap try until using while
      """, line: ["#"], block: .init(start: "<#", end: "#>"), ignoresCase: true),
    shell(
      "perl pl raku",
      """
      die do else elsif eval for foreach if last local my next no our package print redo require \
      return sub undef unless until use while
      """),
    shell(
      "r julia jl nim",
      """
      NA NULL FALSE TRUE begin break const do elif else end export false for function global if \
      import in let library local macro module mutable next nothing repeat return struct true try \
      using var proc while
      """),
    language(
      "lua luau",
      """
      and break do else elseif end false for function goto if in local nil not or repeat return \
      then true until while
      """, line: ["--"], block: .init(start: "--[[", end: "]]")),
    language(
      "haskell hs elm purescript idris agda",
      """
      case class data deriving do else exposing forall foreign if import in infix infixl infixr \
      instance let module newtype of port qualified then type where
      """, line: ["--"], block: .init(start: "{-", end: "-}"), quotes: ["\""]),
    language(
      "ocaml ml reason rescript sml coq lean",
      """
      and as begin class constraint do done downto else end exception external false for fun function \
      functor if in include inherit lazy let match method module mutable new object of open rec \
      sig struct then to true try type val when while with theorem lemma def by
      """, block: .init(start: "(*", end: "*)"), quotes: ["\""]),
    language(
      "clojure clj cljs edn lisp elisp emacs-lisp common-lisp scheme racket fennel janet",
      """
      cond def defmacro defn define defprotocol defrecord defun defvar do else false fn for if \
      lambda let let* letfn loop nil ns progn recur require setq true unless use when
      """, line: [";"], quotes: ["\""], long: ["\""]),
    language(
      "erlang erl prolog matlab octave latex tex",
      """
      after begin break case catch continue else elseif end for fun function if of receive return \
      try when while \\begin \\end \\documentclass \\usepackage
      """, line: ["%"], quotes: ["\""]),
    language(
      "sql mysql postgres postgresql pgsql plsql sqlite tsql",
      """
      add all alter and any as asc begin between by cascade case check column commit constraint \
      create cross database default delete desc distinct drop else end exists explain false \
      foreign from full function grant group having if in index inner insert into is join key left \
      like limit not null offset on or order outer over partition primary procedure recursive \
      references replace returning right rollback row select set table then to transaction \
      trigger true truncate union unique update using values view when where window with integer \
      int text varchar boolean date timestamp numeric
      """, line: ["--"], block: slashes, ignoresCase: true),
    language(
      "css scss sass less stylus",
      """
      @apply @charset @container @else @extend @font-face @for @function @if @import @include \
      @keyframes @layer @media @mixin @property @return @supports @use !important
      """, line: [], block: slashes),
    language("html xml xhtml svg htm rss atom mathml markup plist", block: tags, form: .markup),
    c("json jsonc json5 geojson", "true false null", key: ":"),
    shell("yaml yml", "true false null yes no on off", key: ":"),
    language(
      "toml ini cfg conf properties dotenv env editorconfig", "true false yes no on off",
      line: ["#", ";"], quotes: ["\"\"\"", "\"", "'"], long: ["\"\"\""], key: "="),
    language(
      "hcl terraform tf nix nginx caddyfile caddy",
      """
      assert data else false for if in inherit let location locals module null output provider rec \
      resource server terraform then true upstream variable with
      """, line: ["#", "//"], block: slashes, quotes: ["\"", "'"]),
    language(
      "dockerfile docker containerfile",
      """
      ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL \
      USER VOLUME WORKDIR
      """, line: ["#"]),
    shell(
      "makefile make mk cmake just justfile",
      """
      define else endef endif export ifdef ifeq ifndef ifneq include override set if foreach \
      function endfunction endforeach project add_executable add_library
      """),
    language(
      "vim viml vimscript",
      """
      autocmd call command else elseif endfor endfunction endif endwhile execute for function if in \
      let map nmap nnoremap return set setlocal syntax while
      """, quotes: ["'"]),
    language(
      "graphql gql proto protobuf thrift solidity sol wgsl",
      """
      bool bytes contract enum event extend external false fn fragment function implements import \
      input int32 int64 interface let message mutation null optional package pragma private public \
      query repeated return returns rpc scalar schema service string struct subscription syntax \
      true type uint uint32 uint64 uint256 union var
      """, line: ["//", "#"], block: slashes, quotes: ["\"\"\"", "\"", "'"], long: ["\"\"\""]),
    language("diff patch", quotes: [], form: .changes),
  ]
}

extension CodeLanguage {
  /// Returns the language with a name or file extension, such as `swift` or `py`. Nil if it's
  /// unknown.
  init?(named name: String) {
    guard let language = Self.known[name.lowercased()] else { return nil }
    self = language
  }
}
