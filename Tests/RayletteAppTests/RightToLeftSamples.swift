import Articles
import Foundation
import LinkPreview
import TerminalGrid

@testable import RayletteApp

/// Articles that read from right to left.
extension Samples {
  private static func text(_ text: String) -> [ArticleInline] { [.text(text)] }

  private static func link(_ text: String, _ address: String) -> ArticleInline {
    .link(self.text(text), URL(string: address) ?? URL(filePath: "/"))
  }

  static let hebrew = Articles.Article(
    title: "עוקב קרניים באחר צהריים אחד", byline: "מינה אוקפור", published: now - 3 * day,
    language: "he",
    blocks: [
      .paragraph([
        .text("עוקב קרניים שואל שאלה אחת לכל פיקסל: "),
        .strong(text("מה הייתה רואה העין לאורך הקו הזה?")),
        .text(" כל השאר הוא גאומטריה (בערך 1,200 מילים). קראו קודם "),
        link("מהי קרן", "https://rays.example/theory"), .text(", או הקדישו לה "),
        link("סוף שבוע (book) ארוך", "https://weekend.example/book"), .text("."),
        .footnoteReference(label: "1"),
      ]),
      .heading(level: 2, text("Swift 6")),
      .paragraph([
        .text("Swift היא שפה נוחה לכך: הפקודה "), .code("swift run --release"),
        .text(" מריצה אותו ב־30% פחות זמן."),
      ]),
      .list(
        .init(
          start: 9,
          items: [
            [.paragraph(text("הקרן אינה פוגעת בדבר, והשמיים נראים."))],
            [
              .paragraph(text("הקרן פוגעת בחומר עמום, ומתפזרת.")),
              .list(
                .init(items: [
                  [.paragraph(text("גיר מפזר אותה באופן אחיד."))], [.paragraph(text("Chalk"))],
                ])),
            ],
          ])),
      .quote([
        .paragraph(text("הדרך הטובה ביותר להבין אור היא ללכת אחריו הביתה.")),
        .paragraph(text("Mina Okafor")),
      ]),
      .code("let name = \"שלום\"  // הערה\nprint(name)", language: "swift"),
      .table(
        .init(
          header: [text("מבחין"), text("משמעות")],
          rows: [
            [text("-1"), text("הקרן מחטיאה את הכדור.")],
            [text("אפס"), text("היא נוגעת בו בנקודה אחת, וזה כמעט שאינו קורה.")],
          ])),
      .callout(.init(kind: "warning", title: text("זהירות"), blocks: [.paragraph(text("חם!"))])),
      .paragraph(
        text("A paragraph in English, which is long enough for two lines, and so isn't moved.")),
      .footnotes([.init(label: "1", blocks: [.paragraph(text("שניהם ארוכים, ושניהם כדאיים."))])]),
    ])

  static let arabic = Articles.Article(
    title: "متتبع أشعة في عصر يوم واحد", byline: "مينا أوكافور", published: now - 3 * day,
    language: "ar",
    blocks: [
      .paragraph([
        .text("يسأل متتبع الأشعة سؤالا واحدا لكل نقطة: "),
        .strong(text("ماذا سترى العين على طول هذا الخط؟")),
        .text(" والباقي هندسة (نحو ١٢٠٠ كلمة). اقرأ أولا "),
        link("ما هو الشعاع", "https://rays.example/theory"), .text("، أو اقض معه "),
        link("عطلة (book) طويلة", "https://weekend.example/book"), .text("."),
      ]),
      .heading(level: 2, text("الأشعة")),
      .list(
        .init(items: [
          [.paragraph(text("لا يصيب الشعاع شيئا، فتظهر السماء."))],
          [.paragraph(text("مُعَلِّمٌ في عام 2026."))],
          [.paragraph(text("می‌خواهم کتاب را بخوانم."))],
        ])),
      .quote([.paragraph(text("أفضل طريقة لفهم الضوء هي أن تتبعه إلى البيت."))]),
    ])

  /// The look on a terminal that shows each character where it's placed.
  static let visual: Appearance = {
    var appearance = Appearance.standard
    appearance.order = .visual
    return appearance
  }()
}
