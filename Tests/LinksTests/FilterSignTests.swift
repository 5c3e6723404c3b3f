import Testing

@testable import Links

/// Filters as input methods give them.
struct FilterSignTests {
  @Test(
    "signs and keys in full width mean the same as in ASCII",
    arguments: [
      ("swift\u{3000}ray", "swift ray"), ("＃tag", "#tag"), ("＃日本語　入門", "#日本語 入門"),
      ("is：unread", "is:unread"), ("ｉｓ：ｕｎｒｅａｄ", "is:unread"), ("IS：unread", "is:unread"),
      ("has：text", "has:text"), ("after：７ｄ", "after:7d"), ("before：2026－01", "before:2026-01"),
      ("site：example.org", "site:example.org"), ("ｓｉｔｅ：ｅｘａｍｐｌｅ．ｏｒｇ", "site:example.org"),
      ("text：言語", "text:言語"), ("－is：read", "-is:read"), ("−入門", "-入門"), ("－＃tag", "-#tag"),
      ("＂ray tracing＂", "\"ray tracing\""), ("“ray tracing” x", "\"ray tracing\" x"),
      ("„ray tracing“", "\"ray tracing\""), ("＃“build systems”", "#\"build systems\""),
      ("＃＂build＂*", "#\"build\"*"), ("text：“a b”", "text:\"a b\""),
    ])
  func signs(typed: String, ascii: String) {
    let (filter, expected) = (SavedFilter(typed), SavedFilter(ascii))
    #expect(filter.terms == expected.terms && filter.tags == expected.tags)
    #expect(filter.conditions == expected.conditions && filter.unknownWords.isEmpty)
    #expect(filter.text == typed && filter.contains(expected) && expected.contains(filter))
  }

  @Test("what only looks like a sign is a word")
  func words() {
    #expect(SavedFilter("C＃ 3－4 “ 「x」").terms.map(\.text) == ["C＃", "3－4", " 「x」"])
    #expect(SavedFilter("\"a “b” c\"").terms.map(\.text) == ["a “b” c"])
    #expect(SavedFilter("ｉｓ：ｄｅｄ").unknownWords == ["ｉｓ：ｄｅｄ"])
    // A host of other letters is another host.
    #expect(SavedFilter("site:カナ.example").terms.map(\.text) == ["カナ.example"])
  }

  @Test(
    "a tag with any sign in its name has a word of its own",
    arguments: ["“x”", "＂", "＃x", "a＂b", "„", "x　y", "－", "”*"])
  func tagWords(tag: String) {
    let filter = SavedFilter(SavedFilter.word(forTag: tag))
    #expect(filter.tags.map(\.name) == [tag] && filter.terms.isEmpty)
  }

  @Test(
    "commas separate tags, except within quotation marks around a name",
    arguments: [
      ("swift, #to read", ["swift", "to read"]), (#""a, b",c"#, ["a, b", "c"]),
      (#"#"a, b""#, ["a, b"]), (#"5" disk, x"#, [#"5" disk"#, "x"]),
      (#""say ""hi"", you""#, [#"say "hi", you"#]), ("“a, b”", ["a, b"]), (" ,\u{3000}，#, ", []),
      ("日本、東京，京都", ["日本", "東京", "京都"]), (#""a, b"#, ["a, b"]),
    ])
  func tags(text: String, expected: [String]) {
    #expect(FilterSign.tags(in: text) == expected)
  }

  @Test(
    "a tag's name is written so that it's read back",
    arguments: ["swift", "a, b", #"5" disk"#, #""x""#, "“y”", #"a, "b""#])
  func writtenTag(name: String) {
    #expect(FilterSign.tags(in: FilterSign.text(ofTag: name)) == [name])
  }
}
