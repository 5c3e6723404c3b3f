import Testing

@testable import Localization

/// Chooses among the plural forms of languages.
struct PluralRuleTests {
  static let rules: [(language: String, header: String, forms: [Int: Int])] = [
    ("English", "plural=(n != 1);", [0: 1, 1: 0, 2: 1, 11: 1, 101: 1]),
    ("Japanese", "plural=0;", [0: 0, 1: 0, 2: 0, 1_000: 0]),
    ("French", "plural=(n > 1);", [0: 0, 1: 0, 2: 1]),
    (
      "Polish",
      "plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      [0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 14: 2, 21: 2, 22: 1, 24: 1, 112: 2, 122: 1]
    ),
    (
      "Russian",
      "plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      [0: 2, 1: 0, 2: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1, 101: 0, 111: 2]
    ),
    (
      "Arabic",
      "plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
      [0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 4, 99: 4, 100: 5, 102: 5, 103: 3, 111: 4]
    ),
  ]

  @Test("each number has its form", arguments: rules)
  func form(language: String, header: String, forms: [Int: Int]) throws {
    let rule = try #require(
      PluralRule(header: "Language: x\nPlural-Forms: nplurals=6; \(header)\nX: y\n"))
    for (number, form) in forms { #expect(rule.form(of: number) == form, "\(number)") }
    // A negative number is written with the same noun.
    for (number, form) in forms { #expect(rule.form(of: -number) == form, "\(-number)") }
  }

  static let expressions: [(String, [Int])] = [
    ("n", [0, 1, 2, 3]), ("1||0&&0", [1, 1, 1, 1]), ("0==1<2", [0, 0, 0, 0]),
    ("n<2==1", [1, 1, 0, 0]), ("n % 2 == 1", [0, 1, 0, 1]),
    ("n ? n == 1 ? 5 : 6 : 7", [7, 5, 6, 6]),
    ("n % 0", [0, 0, 0, 0]), ("((n))", [0, 1, 2, 3]), ("n%3%2", [0, 1, 0, 0]),
    ("n >= 1 && n <= 2", [0, 1, 1, 0]),
  ]

  @Test("operators bind as in C", arguments: expressions)
  func expression(text: String, forms: [Int]) throws {
    let rule = try #require(PluralRule(header: "plural=\(text)"))
    #expect((0...3).map(rule.form) == forms)
  }

  @Test(
    "a header without a valid rule has none",
    arguments: [
      "", "Plural-Forms: nplurals=2", "plural=", "plural=;", "plural=(n", "plural=n)",
      "plural=n ==",
      "plural=n ? 1", "plural=n ? 1 : ", "plural=m", "plural=n n", "plural=99999999999999999999",
      "plural=٣", "plural=n & 1", "plural=system(1)",
    ])
  func invalid(header: String) {
    #expect(PluralRule(header: header) == nil)
  }

  @Test("without a rule there's one form for 1 and one for any other number")
  func germanic() {
    #expect([0, 1, 2, -1, .max, .min].map(PluralRule.germanic.form) == [1, 0, 1, 0, 1, 1])
  }
}
