import Articles
import Foundation
import LinkPreview
import Markup

extension Article {
  /// The article with only text that's safe to show and only web addresses. Articles pass through
  /// here both when they're written to the store and when they're read, because somebody may have
  /// edited the file.
  var sanitized: Article {
    var article = Article(
      title: title.flatMap { PlainText.folded($0) },
      byline: byline.flatMap { PlainText.folded($0) },
      published: published.map(Self.clamped), modified: modified.map(Self.clamped),
      language: language.flatMap { PlainText.folded($0, limit: 35) },
      kind: kind, blocks: [])
    article.blocks = blocks.compactMap(\.sanitized)
    article.wordCount = max(0, wordCount)
    return article
  }

  /// Dates have years of four digits. Any other moment comes from a broken clock or a hostile file.
  private static func clamped(_ date: Date) -> Date {
    let (first, last) = (-62_135_596_800.0, 253_402_300_799.0)
    return Date(timeIntervalSince1970: min(max(date.timeIntervalSince1970, first), last))
  }
}

extension ArticleBlock {
  fileprivate var sanitized: ArticleBlock? {
    switch self {
    case .heading(let level, let content):
      .heading(level: min(max(1, level), 6), content.sanitized)
    case .paragraph(let content): .paragraph(content.sanitized)
    case .list(let list):
      .list(
        List(
          start: list.start.map { min(max(0, $0), 999_999_999) }, numbering: list.numbering,
          items: list.items.map { $0.compactMap(\.sanitized) }))
    case .quote(let blocks): .quote(blocks.compactMap(\.sanitized))
    case .callout(let callout):
      .callout(
        Callout(
          kind: PlainText.folded(callout.kind, limit: 40) ?? "note",
          title: callout.title.sanitized, blocks: callout.blocks.compactMap(\.sanitized)))
    case .media(let media):
      media.url.isWebAddress
        ? .media(
          ArticleMedia(
            kind: media.kind, url: media.url, title: media.title.flatMap { PlainText.folded($0) }))
        : nil
    case .formula(let formula): .formula(formula.sanitized)
    case .code(let code, let language, let caption):
      .code(
        code.visible, language: language.flatMap { PlainText.folded($0, limit: 20) },
        caption: caption.flatMap { PlainText.folded($0, limit: CodeCaption.longest) })
    case .table(let table):
      .table(
        Table(
          header: table.header.map(\.sanitized), alignments: table.alignments,
          rows: table.rows.map { $0.map(\.sanitized) }))
    case .picture(let picture, let caption):
      picture.sanitized.map { .picture($0, caption: caption.sanitized) }
    case .footnotes(let notes): .footnotes(notes.map(\.sanitized))
    case .rule: .rule
    }
  }
}

extension ArticleFootnote {
  fileprivate var sanitized: ArticleFootnote {
    ArticleFootnote(
      label: PlainText.folded(label, limit: 40) ?? "", blocks: blocks.compactMap(\.sanitized))
  }
}

extension [ArticleInline] {
  fileprivate var sanitized: [ArticleInline] { flatMap(\.sanitized) }
}

extension ArticleInline {
  /// The parts that remain. A link that doesn't lead to a web page is replaced by its content.
  fileprivate var sanitized: [ArticleInline] {
    switch self {
    case .text(let text): [.text(text.visible)]
    case .emphasis(let content): [.emphasis(content.sanitized)]
    case .strong(let content): [.strong(content.sanitized)]
    case .deleted(let content): [.deleted(content.sanitized)]
    case .formula(let formula): [.formula(formula.sanitized)]
    case .task: [self]
    case .code(let code): [.code(code.visible)]
    case .link(let content, let url):
      url.isWebAddress ? [.link(content.sanitized, url)] : content.sanitized
    case .lineBreak: [.lineBreak]
    case .footnoteReference(let label):
      [.footnoteReference(label: PlainText.folded(label, limit: 40) ?? "")]
    case .picture(let picture): picture.sanitized.map { [.picture($0)] } ?? []
    }
  }
}

extension ArticleFormula {
  fileprivate var sanitized: ArticleFormula { ArticleFormula(tex: tex.visible) }
}

extension ArticlePicture {
  fileprivate var sanitized: ArticlePicture? {
    guard url.isWebAddress else { return nil }
    return ArticlePicture(
      url: url, alternativeText: alternativeText.flatMap { PlainText.folded($0) })
  }
}

extension String {
  /// The text without characters that mustn't be shown. Line breaks and tabs stay.
  fileprivate var visible: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }) { return self }
    var output = UnicodeScalarView()
    for scalar in unicodeScalars
    where scalar == "\n" || scalar == "\t" || !PlainText.isHidden(scalar) {
      output.append(scalar)
    }
    return String(output)
  }
}
