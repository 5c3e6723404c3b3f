import Foundation
import Markup

/// Collects the names of authors that a page shows its readers around its heading. Used only for
/// pages whose head names none.
struct BylineReader {
  /// The pieces of text in an element with an author, such as `By`, `Ada Lovelace` and a date.
  struct Byline: Hashable {
    var pieces: [String]
    /// Whether an attribute that says what it is marks the element, rather than a class.
    var isMarked: Bool
    /// Whether a word such as `by` is before the name, which may then be an account's.
    var isLabelled = false
    /// Whether the text follows the page's heading closely.
    var isBelowHeading: Bool
  }

  private(set) var bylines: [Byline] = []
  private(set) var isReading = false

  private var line = TextLine()
  /// The length of the text so far, in bytes.
  private var position = 0
  /// The titles of the page, by which its heading is recognised.
  private var titles: [TextKey] = []
  private var headingEnd: Int?
  /// Whether that heading has the page's title.
  private var isTitleFound = false
  private var heading: (depth: Int, isFirstLevel: Bool, text: [UInt8])?
  /// The outermost open element that isn't about the page.
  private var otherDepth: Int?
  private var open: [(depth: Int, byline: Byline)] = []
  /// Whether the last text was a word before a name, such as `By`.
  private var isAfterLabel = false

  /// How far from the heading an author may be, and how far the heading from the page's start.
  private static let reach = 1_500
  private static let limit = 20_000
  private static let longestText = 120
  private static let countLimit = 12
  private static let depthLimit = 8
  private static let pieceLimit = 6

  mutating func begin() { isReading = true }

  mutating func addTitle(_ title: String) {
    let key = TextKey(title)
    if key.bytes.count > 3 { titles.append(key) }
  }

  mutating func elementStarted(_ element: ElementName, _ attributes: Attributes, depth: Int) {
    endText()
    if heading == nil, element == .h1 || element == .h2, !isTitleFound {
      heading = (depth, element == .h1, [])
    }
    let hint = attributes.bylineHint
    let isPlace = element == .footer || element == .nav || element == .aside
    if hint.isElsewhere && !hint.isAuthor || isPlace { otherDepth = otherDepth ?? depth }
    let isMarked =
      attributes.value("rel", contains: "author")
      || attributes.value("itemprop", contains: "author")
    guard isMarked || hint.isAuthor, open.count < Self.depthLimit else { return }
    open.append(
      (depth, Byline(pieces: [], isMarked: isMarked, isBelowHeading: isBelowHeading)))
  }

  mutating func elementEnded(depth: Int) {
    endText()
    if let heading, heading.depth == depth {
      self.heading = nil
      endHeading(heading.text, isFirstLevel: heading.isFirstLevel)
    }
    if otherDepth == depth { otherDepth = nil }
    if let last = open.last, last.depth == depth {
      open.removeLast()
      if !last.byline.pieces.isEmpty { add(last.byline) }
    }
  }

  private mutating func endHeading(_ text: [UInt8], isFirstLevel: Bool) {
    let key = TextKey(TextLine.string(text))
    isTitleFound = titles.contains { key.isHeadline(ofTitle: $0) }
    if isTitleFound {
      // What's above is around the name of the site.
      bylines.removeAll { $0.isBelowHeading && !$0.isMarked }
      otherDepth = nil
    }
    if isTitleFound || isFirstLevel && headingEnd == nil { headingEnd = position }
  }

  mutating func textRead(_ token: TextToken) { line.append(token.bytes) }

  private var isBelowHeading: Bool { headingEnd.map { position - $0 < Self.reach } == true }

  /// Ends a piece of text at a tag.
  mutating func endText() {
    guard line.length > 0 else { return }
    defer { line.clear() }
    // Templates indent what they write.
    while line.bytes.last.map({ $0 <= 0x20 }) == true { line.bytes.removeLast() }
    position += line.isLong ? line.length : line.bytes.count
    if isTitleFound ? !isBelowHeading : position > Self.limit {
      isReading = false
      return
    }
    heading?.text.append(contentsOf: line.bytes)
    guard heading == nil, otherDepth == nil, line.bytes.count <= Self.longestText,
      let piece = PlainText.folded(line.string)
    else {
      if line.bytes.count > Self.longestText { isAfterLabel = false }
      return
    }
    for index in open.indices where open[index].byline.pieces.count < Self.pieceLimit {
      open[index].byline.pieces.append(piece)
      if isAfterLabel { open[index].byline.isLabelled = true }
    }
    // `By Ada Lovelace`, or `By` alone before an element with the name.
    if open.isEmpty, isBelowHeading, isAfterLabel || AuthorName.afterLabel(piece) != nil {
      add(
        Byline(
          pieces: [piece], isMarked: false, isLabelled: isAfterLabel, isBelowHeading: true))
    }
    isAfterLabel = AuthorName.isLabel(piece)
  }

  private mutating func add(_ byline: Byline) {
    if bylines.count < Self.countLimit { bylines.append(byline) }
  }
}

/// Tells the names of authors from the other words of a byline.
enum AuthorName {
  /// The name after a word such as `by`, or nil if the text doesn't begin with one.
  static func afterLabel(_ text: String) -> String? {
    let lowercased = text.inLowerCase
    for label in labels where lowercased.hasPrefix(label) {
      let rest = text.dropFirst(label.count).drop { $0 == ":" || $0.isWhitespace || $0 == "：" }
      let isWord = label.last?.isASCII == true && rest.count == text.count - label.count
      // A longer word, such as `bystander`.
      if isWord, rest.first?.isLetter == true { continue }
      return rest.isEmpty ? nil : String(rest)
    }
    return nil
  }

  /// Whether a text is only a word before a name.
  static func isLabel(_ text: String) -> Bool {
    labels.contains(text.inLowerCase.trimmingCharacters(in: CharacterSet(charactersIn: " :：")))
  }

  private static let labels = [
    "written by", "posted by", "published by", "article by", "story by", "words by", "by",
    "author", "authors", "thread starter", "topic author", "started by", "submitted by",
    "asked by", "via", "geschrieben von", "verfasst von", "ein artikel von", "von", "autor",
    "autorin", "écrit par", "publié par", "rédigé par", "par", "auteur", "escrito por",
    "publicado por", "por", "scritto da", "di", "autore", "door", "tekst", "skrevet av", "av",
    "af", "tekst av", "автор", "作者", "文", "著者", "著", "글",
  ]

  /// The first name in a byline, or nil if it has none.
  static func name(in byline: BylineReader.Byline) -> String? {
    byline.pieces.firstResult { piece in
      var text = (afterLabel(piece) ?? piece)[...]
      if isLabel(piece) { return nil }
      for mark in marks {
        if let end = text.range(of: mark)?.lowerBound { text = text[..<end] }
      }
      let name = text.trimmingCharacters(in: CharacterSet(charactersIn: " ,.:|·•–—-/»\"“”"))
      return isName(name, of: byline) ? name : nil
    }
  }

  /// What stands between a name and the rest of a byline.
  private static let marks = [
    " | ", " · ", " • ", " – ", " — ", " - ", " » ", " / ", ", ", " (", " on ", ";",
  ]

  private static func isName(_ name: String, of byline: BylineReader.Byline) -> Bool {
    guard (2...50).contains(name.count), name.first?.isLetter == true, !name.contains("@"),
      !name.spellsAddress, name.count(where: \.isNumber) < 5, !name.hasSuffix("…")
    else { return false }
    let words = name.split(separator: " ")
    guard words.count <= 5, !words.contains(where: { noNames.contains(String($0).inLowerCase) })
    else { return false }
    if byline.isMarked || byline.isLabelled && words.count == 1 { return true }
    let isCapital = { (word: Substring) in
      word.first.map { $0.isUppercase || !$0.isASCII && !$0.isLowercase } == true
    }
    let others = words.filter { !isCapital($0) && !particles.contains(String($0).inLowerCase) }
    return others.isEmpty && words.first.map(isCapital) == true
  }

  private static let particles: Set = [
    "de", "la", "le", "du", "des", "da", "do", "dos", "di", "del", "della", "van", "von", "der",
    "den", "zu", "bin", "al", "el", "ter", "ten", "y", "e", "and", "und", "et", "the",
  ]

  /// Words of lines beside a name.
  private static let noNames: Set = [
    "about", "admin", "administrator", "advertisement", "all", "ago", "article", "articles",
    "author", "authors", "blog", "click", "comment", "comments", "contact", "contributor", "date",
    "days", "edited", "editor", "email", "follow", "guest", "home", "hours", "image", "join",
    "last", "learn", "like", "log", "login", "menu", "min", "minutes", "more", "newsletter",
    "people", "photo", "photos", "post", "posted", "posts", "print", "profile", "published", "read",
    "reading", "reply", "reviewed", "save", "search", "see", "share", "sign", "staff", "subscribe",
    "this", "time", "to", "twitter", "update", "updated", "user", "view", "views", "webmaster",
    "website", "writer", "written", "you", "your", "location", "member", "joined", "messages",
    "quote", "senior", "new", "top", "january", "february", "march", "april", "june", "july",
    "august", "september", "october", "november", "december", "jan", "feb", "mar", "apr", "jun",
    "jul", "aug", "sep", "sept", "oct", "nov", "dec", "our", "we", "it", "is", "are", "with", "for",
    "how", "what", "why", "a", "an", "of", "in", "as", "at", "or",
  ]
}
