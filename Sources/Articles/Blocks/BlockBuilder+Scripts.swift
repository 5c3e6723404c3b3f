import Markup

extension BlockBuilder {
  /// Adds the content of `sup` or `sub` to the line.
  mutating func closeScript(_ frame: Frame, into top: Int) {
    let (before, content, after) = frame.inlines.joined.separatingSpace
    // Links, pictures and references to notes aren't powers.
    let text =
      content.allSatisfy(\.isMarkedText)
      ? ScriptText.text(
        content.plainText, isAbove: frame.kind == .superscript, after: line(before: top),
        isNested: frames.contains { $0.kind == frame.kind }) : nil
    frames[top].inlines += (text.map { [.text($0)] } ?? before + content) + after
  }

  /// The end of the line so far, in a frame and in those around it.
  private func line(before top: Int) -> String {
    for frame in frames[...top].reversed() {
      if let last = frame.inlines.last { return last.plainText }
      if !frame.kind.isInline { break }
    }
    return ""
  }
}

extension ArticleInline {
  /// Whether it's text on one line, with or without emphasis.
  fileprivate var isMarkedText: Bool {
    switch self {
    case .text: true
    case .emphasis(let content), .strong(let content): content.allSatisfy(\.isMarkedText)
    default: false
    }
  }
}
