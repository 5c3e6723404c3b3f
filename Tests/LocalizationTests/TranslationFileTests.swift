import Testing

@testable import Localization

/// Reads files in gettext's PO format.
struct TranslationFileTests {
  static let entries: [(file: String, key: String, context: String?, forms: [String]?)] = [
    ("msgid \"a\"\nmsgstr \"b\"", "a", nil, ["b"]),
    ("msgid \"a\"\nmsgstr \"b\"\n", "c", nil, nil),
    ("msgid \"a\"\r\nmsgstr \"b\"\r\n", "a", nil, ["b"]),
    // Several lines, with comments and without blank lines between entries.
    ("msgid \"\"\n\"a \"\n\"b\"\nmsgstr \"\"\n\"c \"\n\"d\"\n", "a b", nil, ["c d"]),
    (
      "# x\n#. y\n#: A.swift\nmsgid \"a\"\nmsgstr \"b\"\n#: z\nmsgid \"c\"\nmsgstr \"d\"\n", "a",
      nil, ["b"]
    ),
    ("msgid \"a\"\nmsgstr \"b\"\nmsgid \"c\"\nmsgstr \"d\"\n", "c", nil, ["d"]),
    ("msgid \"a\"\n# x\nmsgstr \"b\"\n", "a", nil, ["b"]),
    // Escapes.
    (
      #"msgid "a \"b\" \\ c""# + "\n" + #"msgstr "\"x\"\n\ty\\""#, #"a "b" \ c"#, nil,
      ["\"x\"\n\ty\\"]
    ),
    ("msgid \"#tag\"\nmsgstr \"# ä → 語\"", "#tag", nil, ["# ä → 語"]),
    // Entries that don't count.
    ("#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n", "a", nil, nil),
    ("#, c-format, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n", "a", nil, nil),
    ("#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"c\"\nmsgstr \"d\"\n", "c", nil, ["d"]),
    ("#, c-format\nmsgid \"a\"\nmsgstr \"b\"\n", "a", nil, ["b"]),
    ("#| msgid \"old\"\nmsgid \"a\"\nmsgstr \"b\"\n", "old", nil, nil),
    ("#~ msgid \"a\"\n#~ msgstr \"b\"\n", "a", nil, nil),
    ("msgid \"c\"\nmsgstr \"d\"\n#~ msgid \"a\"\n#~ msgstr \"b\"\n", "c", nil, ["d"]),
    ("msgid \"a\"\nmsgstr \"\"\n", "a", nil, nil),
    // A context makes it another text.
    ("msgctxt \"key\"\nmsgid \"a\"\nmsgstr \"b\"\n", "a", "key", ["b"]),
    ("msgctxt \"key\"\nmsgid \"a\"\nmsgstr \"b\"\n", "a", nil, nil),
    ("msgctxt \"key\"\nmsgid \"a\"\nmsgstr \"b\"\n", "a", "state", nil),
    ("msgctxt \"k\"\nmsgid \"a\"\nmsgstr \"b\"\nmsgid \"a\"\nmsgstr \"c\"\n", "a", nil, ["c"]),
    ("msgctxt \"\"\n\"key\"\nmsgid \"a\"\nmsgstr \"b\"\n", "a", "key", ["b"]),
    // Plural forms, all of them or none.
    (
      "msgid \"{0} link\"\nmsgid_plural \"{0} links\"\nmsgstr[0] \"x\"\nmsgstr[1] \"y\"\n",
      "{0} link",
      nil, ["x", "y"]
    ),
    ("msgid \"a\"\nmsgid_plural \"as\"\nmsgstr[0] \"x\"\nmsgstr[1] \"\"\n", "a", nil, nil),
    (
      "msgid \"a\"\nmsgid_plural \"as\"\nmsgstr[0] \"x\"\n\"y\"\nmsgstr[1] \"z\"\n", "a", nil,
      ["xy", "z"]
    ),
  ]

  @Test("finds the translations of a file", arguments: entries)
  func entry(file: String, key: String, context: String?, forms: [String]?) {
    #expect(TranslationFile(Array(file.utf8)).forms(of: key, context: context) == forms)
  }

  private static let whole = """
    # Header
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;\\n"

    #. A comment
    #, fuzzy
    msgctxt "key"
    msgid "open"
    msgstr "öffnen"

    msgid "{0} \\"link\\""
    msgid_plural "{0} \\"links\\""
    msgstr[0] "{0} 語"
    msgstr[1] "{0} b"
    msgstr[2] "{0} c"

    #~ msgid "old"
    #~ msgstr "alt"
    """

  @Test("reads the plural rule of the header")
  func header() {
    let file = TranslationFile(Array(Self.whole.utf8))
    #expect([1, 2, 3].map(file.plural.form) == [0, 1, 2])
    #expect(file.forms(of: "") == nil)
    #expect(file.forms(of: "{0} \"link\"") == ["{0} 語", "{0} b", "{0} c"])
    #expect(TranslationFile([]).plural == .germanic)
  }

  @Test("a damaged file has other translations or none, and no empty one")
  func damaged() {
    let bytes = Array(Self.whole.utf8)
    let keys = ["open", "{0} \"link\"", "old", ""]
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= 0x55
      var removed = bytes
      removed.remove(at: index)
      for damaged in [Array(bytes[..<index]), Array(bytes[index...]), flipped, removed] {
        let file = TranslationFile(damaged)
        for key in keys {
          #expect(file.forms(of: key)?.isEmpty != true)
          #expect(file.forms(of: key)?.contains("") != true)
        }
        #expect(file.plural.form(of: 5) >= 0)
      }
    }
  }
}
