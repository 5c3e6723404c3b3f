import Localization
import Testing

@testable import raylette

/// The answers to questions of commands.
struct ConfirmationTests {
  static let answers: [(language: Language, answer: String, isYes: Bool)] = [
    (.english, "y", true), (.english, " YES ", true), (.english, "", false), (.english, "n", false),
    (.english, "j", false), (.english, "y yes", false), (.german, "j", true), (.german, "Ja", true),
    (.german, "y", true), (.german, "n", false), (.german, "", false), (.japanese, "はい", true),
    (.japanese, "ｙ", true), (.japanese, "y", true), (.japanese, "いいえ", false),
    (.simplifiedChinese, "是", true), (.simplifiedChinese, "y", true),
    (.simplifiedChinese, "否", false), (.traditionalChinese, "是", true),
    (.traditionalChinese, "不是", false),
  ]

  @Test("y agrees in every language, and so does the word of the language", arguments: answers)
  func agreement(language: Language, answer: String, isYes: Bool) {
    #expect(Catalogue.with(language) { Confirmation.isAgreement(answer) } == isYes)
  }

  static let hints: [(language: Language, hint: String)] = [
    (.english, "Save? [y/N]"), (.german, "Save? [j/N]"), (.japanese, "Save? [y/N]"),
  ]

  @Test("a question says which key agrees", arguments: hints)
  func hint(language: Language, hint: String) {
    #expect(Catalogue.with(language) { Confirmation.prompt("Save?") } == hint)
  }
}
