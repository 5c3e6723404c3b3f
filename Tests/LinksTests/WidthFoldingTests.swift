import Foundation
import Testing

@testable import Links

struct WidthFoldingTests {
  @Test(
    "letters of any width and kana become the same",
    arguments: [
      ("", ""), ("Plain é 漢字 🙂", "Plain é 漢字 🙂"), ("ＳＷＩＦＴ　６．２", "SWIFT 6.2"), ("カタカナー", "かたかなー"),
      ("ｶﾀｶﾅｰ", "かたかなー"), ("ｶﾞｲﾄﾞ ﾊﾟﾊﾞ ｳﾞ", "がいど ぱば ゔ"), ("か\u{3099}は\u{309A}", "がぱ"),
      ("カ\u{3099}", "が"), ("か゛", "が"), ("ヽヾ", "ゝゞ"), ("｢ｶ｣､｡･", "「か」、。・"), ("ﾞ", "\u{3099}"),
      ("漢\u{3099}", "漢\u{3099}"), ("あﾞ", "あ\u{3099}"), ("ヷ", "ヷ"), ("ｱ\u{1F600}Ａ", "あ\u{1F600}A"),
    ])
  func folds(text: String, expected: String) {
    #expect(Array(text.widthFolded.unicodeScalars) == Array(expected.unicodeScalars))
    #expect(expected.widthFolded == expected)
  }

  @Test("every kana has its katakana and half width, and folds back")
  func spellings() {
    for value: UInt32 in 0x3041...0x3096 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let kana = String(scalar)
      #expect(kana.katakana.widthFolded == kana && kana.katakana != kana)
      #expect(kana.oppositeWidth.widthFolded == kana)
    }
    #expect("がいど 6a".oppositeWidth == "ｶﾞｲﾄﾞ ６ａ" && "ぱー".oppositeWidth == "ﾊﾟｰ")
    #expect("漢字 é".oppositeWidth == "漢字 é" && "漢字 é".katakana == "漢字 é")
  }

  @Test(
    "a part of the folded text stands for the whole characters of the original",
    arguments: [
      ("x ｶﾞｲﾄﾞ y", "がいど", "ｶﾞｲﾄﾞ"), ("ＡＢＣ", "bc", "ＢＣ"), ("日本のガイド", "がい", "ガイ"),
      ("か\u{3099}き", "が", "か\u{3099}"), ("🙂Ａ🙂", "a", "Ａ"), ("ascii", "c", "c"),
    ])
  func ranges(text: String, part: String, expected: String) throws {
    let folded = WidthFoldedText(text)
    let range = try #require(folded.folded.range(of: part, options: .caseInsensitive))
    #expect(text[folded.originalRange(range)] == expected)
  }

  @Test(
    "letters are folded alike in words, with their positions",
    arguments: ["ｶﾞｲﾄﾞ", "ガイド", "がいど", "か\u{3099}イト\u{3099}", "カ゛ｲド"])
  func words(text: String) {
    var folding = ScalarFolding()
    let words = FoldedWords("x \(text)ＡＢ", folding: &folding)
    #expect(words.trimmed == Array("x がいどab".utf8))
    let letters = FoldedLetters(text, folding: &folding)
    #expect(letters.scalars == Array("がいど".unicodeScalars))
    #expect(FuzzyMatch(of: "かいど", in: text) == nil)
    #expect(FuzzyMatch(of: "がど", in: text)?.ranges.isEmpty == false)
    let folded = FoldedText("日本 \(text)", limit: 1_000, folding: &folding)
    let needle = FoldedText.Needle(bytes: Array("がいど".utf8), startsWord: true)
    #expect(folded.positions(of: needle, limit: 9) == [7])
  }
}
