import Foundation
import Testing

@testable import Localization

/// The translations of the program's texts. In `Resources/locale`.
struct TranslationTests {
  @Test("a language has all texts, with all that's filled in", arguments: Language.translated)
  func complete(_ language: Language) throws {
    let file = TranslationFile(language.file)
    for text in try TemplateTests.texts() {
      guard let forms = file.forms(of: text.key, context: text.context) else {
        Issue.record("\"\(text.key)\" isn't translated into \(language.rawValue)")
        continue
      }
      let wanted = Self.values(of: text.plural ?? text.key)
      for (index, form) in forms.enumerated() {
        let values = Self.values(of: form)
        // The form for 1 may leave the number out.
        let isOne = text.plural != nil && index == 0 && forms.count > 1
        #expect(
          isOne ? values.isSubset(of: wanted) : values == wanted,
          "\"\(form)\" of \"\(text.key)\" in \(language.rawValue)")
      }
      let count = text.plural == nil ? 1 : Set((0...200).map(file.plural.form)).count
      #expect(forms.count == count, "\"\(text.key)\" in \(language.rawValue)")
    }
  }

  static let texts: [(language: Language, count: Int, text: String)] = [
    (.english, 1, "Saved 1 link"), (.english, 1_240, "Saved 1,240 links"),
    (.german, 1, "1 Link gespeichert"), (.german, 1_240, "1.240 Links gespeichert"),
  ]

  @Test("numbers and plurals are those of the language", arguments: texts)
  func counted(language: Language, count: Int, text: String) {
    #expect(Catalogue.with(language) { localized("Saved \(count, "link")") } == text)
  }

  /// The numbers in single braces.
  private static func values(of text: String) -> Set<String> {
    let plain = text.replacing("{{", with: "").replacing("}}", with: "")
    return Set(plain.matches(of: /\{([0-9]+)\}/).map { String($0.output.1) })
  }
}
