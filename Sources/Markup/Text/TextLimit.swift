import Localization

/// The maximum lengths of a link's texts, in scalars. They apply wherever texts are typed,
/// imported, stored and exchanged, so that no text is cut on its way.
package enum TextLimit {
  package static let title = 500
  package static let summary = 5_000
  package static let note = 20_000
  package static let tag = 100
}

/// What users write is refused if it's too long, rather than cut. Each of these returns the sentence
/// that says so, or nil for a text that fits.
extension TextLimit {
  package static func refusal(ofTitle text: String) -> String? {
    excess(of: folded(text), over: title).map {
      localized("A title has at most \(title.grouped) characters; this one has \($0.grouped).")
    }
  }

  package static func refusal(ofTag text: String) -> String? {
    excess(of: folded(text), over: tag).map {
      localized("A tag has at most \(tag.grouped) characters; this one has \($0.grouped).")
    }
  }

  package static func refusal(ofNote text: String) -> String? {
    let lines = PlainText.foldedLines(text, limit: max(1, text.unicodeScalars.count))
    return excess(of: lines, over: note).map {
      localized("A note has at most \(note.grouped) characters; this one has \($0.grouped).")
    }
  }

  private static func folded(_ text: String) -> String? {
    PlainText.folded(text, limit: max(1, text.unicodeScalars.count))
  }

  private static func excess(of text: String?, over limit: Int) -> Int? {
    let count = text?.unicodeScalars.count ?? 0
    // A text of a file that was cut ends with a sign beyond the limit.
    let fits = count <= limit || (count == limit + 1 && text?.hasSuffix("…") == true)
    return fits ? nil : count
  }
}
