import Markup

extension BlockBuilder {
  mutating func closeCallout(_ frame: Frame, into top: Int) {
    guard let kind = tree.callouts[frame.node] else { return }
    // Without content, the title is normal text.
    guard !frame.blocks.isEmpty else {
      if !frame.caption.isEmpty { frames[top].addBlock(.paragraph(frame.caption)) }
      return
    }
    let callout = ArticleBlock.Callout(kind: kind, title: frame.caption, blocks: frame.blocks)
    frames[top].addBlock(.callout(callout.withLabelAsTitle))
  }

  /// Adds the title of a callout, unless it only repeats the kind, which is shown anyway.
  mutating func closeCalloutTitle(_ frame: Frame, into top: Int) {
    let title = frame.caption + frame.blocks.inlined
    guard !title.isEmpty else { return }
    guard frames[top].kind == .callout else {
      frames[top].addBlock(.paragraph(title))
      return
    }
    let kind = tree.callouts[frames[top].node]
    if title.plainText.inLowerCase.filter(\.isLetter) != kind { frames[top].caption += title }
  }
}

extension [ArticleBlock] {
  /// Returns a callout for the blocks of a quote that begins with a mark in GitHub's syntax
  /// (`[!NOTE]`).
  var callout: ArticleBlock.Callout? {
    guard case .paragraph(var content) = first, case .text(let text) = content.first,
      text.hasPrefix("[!"), let end = text.firstIndex(of: "]")
    else { return nil }
    let kind = text[..<end].dropFirst(2)
    guard (1...20).contains(kind.utf8.count), kind.allSatisfy({ $0.isLetter || $0 == "-" }) else {
      return nil
    }
    var rest = text[text.index(after: end)...]
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    content[0] = .text(String(rest.drop { $0 == " " }))
    let lineEnd = content.firstIndex(of: .lineBreak) ?? content.endIndex
    let title = [ArticleInline](content[..<lineEnd]).trimmed
    let body = [ArticleInline](content[lineEnd...]).trimmed
    return ArticleBlock.Callout(
      kind: String(kind).inLowerCase, title: title.isBlank ? [] : title,
      blocks: (body.isBlank ? [] : [.paragraph(body)]) + dropFirst()
    ).withLabelAsTitle
  }
}
