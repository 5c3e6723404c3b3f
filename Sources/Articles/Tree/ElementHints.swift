import Markup

/// Hints about an element's content, from its attributes.
struct ElementHints: OptionSet {
  let rawValue: UInt64

  /// An article, post or story.
  static let article = ElementHints(rawValue: 1)
  /// The content, body or text of something.
  static let body = ElementHints(rawValue: 1 << 1)
  /// Certainly the body of an article.
  static let articleBody = ElementHints(rawValue: 1 << 2)
  static let comments = ElementHints(rawValue: 1 << 3)
  static let sidebar = ElementHints(rawValue: 1 << 4)
  /// Links to other pages.
  static let related = ElementHints(rawValue: 1 << 5)
  static let sharing = ElementHints(rawValue: 1 << 6)
  static let navigation = ElementHints(rawValue: 1 << 7)
  static let footer = ElementHints(rawValue: 1 << 8)
  static let newsletter = ElementHints(rawValue: 1 << 9)
  static let advertisement = ElementHints(rawValue: 1 << 10)
  /// An overlay on the page: a cookie notice or a dialog.
  static let overlay = ElementHints(rawValue: 1 << 11)
  static let author = ElementHints(rawValue: 1 << 12)
  /// Dates, tags, categories and the like.
  static let details = ElementHints(rawValue: 1 << 13)
  static let hidden = ElementHints(rawValue: 1 << 14)
  /// An ingredient of a recipe.
  static let ingredient = ElementHints(rawValue: 1 << 15)
  /// The introduction of the article.
  static let lead = ElementHints(rawValue: 1 << 16)
  static let caption = ElementHints(rawValue: 1 << 17)
  static let title = ElementHints(rawValue: 1 << 18)
  static let contents = ElementHints(rawValue: 1 << 19)
  static let header = ElementHints(rawValue: 1 << 20)
  static let credit = ElementHints(rawValue: 1 << 21)
  /// Visible to screen readers only.
  static let forScreenReaders = ElementHints(rawValue: 1 << 22)
  /// An introduction of this article or of others.
  static let teaser = ElementHints(rawValue: 1 << 23)
  /// Hidden by an attribute other than the class.
  static let unseen = ElementHints(rawValue: 1 << 24)
  /// A formula, or an element that shows one.
  static let math = ElementHints(rawValue: 1 << 30)
  /// A formula on lines of its own.
  static let display = ElementHints(rawValue: 1 << 31)
  /// A formula within a line.
  static let inline = ElementHints(rawValue: 1 << 29)
  /// A button by its role.
  static let button = ElementHints(rawValue: 1 << 27)
  /// An element named after showing or hiding something.
  static let toggle = ElementHints(rawValue: 1 << 37)
  /// Line numbers of code.
  static let lineNumber = ElementHints(rawValue: 1 << 32)
  /// Code, or an element that shows it.
  static let code = ElementHints(rawValue: 1 << 33)
  /// A line of code. With ``number``, the number of a line.
  static let line = ElementHints(rawValue: 1 << 34)
  static let number = ElementHints(rawValue: 1 << 35)
  /// A button that copies code.
  static let copyButton = ElementHints(rawValue: 1 << 36)

  /// An element with a class that callouts have, too.
  static let mayBeCallout = ElementHints(rawValue: 1 << 46)
  /// A callout, whose kind is in ``ElementTree/callouts``.
  static let callout = ElementHints(rawValue: 1 << 47)
  /// The title of a callout.
  static let calloutTitle = ElementHints(rawValue: 1 << 48)

  /// The checkbox of a finished task.
  static let checked = ElementHints(rawValue: 1 << 49)

  /// A table that the page calls a data table.
  static let dataTable = ElementHints(rawValue: 1 << 28)

  /// Direct speech within a line.
  static let quotation = ElementHints(rawValue: 1 << 50)
  /// The reading of East Asian characters, or the page's bracket around it.
  static let reading = ElementHints(rawValue: 1 << 51)
  static let readingBracket = ElementHints(rawValue: 1 << 52)
  /// A reading that gets brackets.
  static let bracketed = ElementHints(rawValue: 1 << 53)
  /// Notes.
  static let notes = ElementHints(rawValue: 1 << 39)
  /// A note inside its sentence.
  static let sidenote = ElementHints(rawValue: 1 << 40)

  /// An element named after pictures, which may hold a picture with its caption.
  static let pictureBox = ElementHints(rawValue: 1 << 25)
  /// A heading with a generated id, so that people can link to it.
  static let slug = ElementHints(rawValue: 1 << 41)
  /// The remaining words of the name have no meaning. Set only while ``HintWords`` reads a name.
  static let qualifier = ElementHints(rawValue: 1 << 63)

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ element: ElementName, _ attributes: Attributes) {
    self = []
    if let value = attributes.bytes("class") { HintWords.read(value, into: &self) }
    if let value = attributes.bytes("id") { HintWords.read(value, into: &self) }
    if attributes.has("data-callout") { insert(.mayBeCallout) }
    if attributes.has("itemprop") { readProperty(attributes) }
    if let role = attributes["role"] { readRole(role) }
    if attributes.has("hidden") || attributes.value("style", contains: Self.hidingStyles) {
      insert(.unseen)
    }
    if contains([.article, .body]) { insert(.articleBody) }
  }

  private static let hidingStyles = TextFinder(
    "display:none", "display: none", "visibility:hidden", "visibility: hidden")

  private mutating func readProperty(_ attributes: Attributes) {
    if attributes.value("itemprop", contains: "articlebody") { insert(.articleBody) }
    if attributes.value("itemprop", contains: "author") { insert(.author) }
    if attributes.value("itemprop", contains: "headline") { insert(.title) }
    if attributes.value("itemprop", contains: "datepublished") { insert(.details) }
    if attributes.value("itemprop", contains: "comment") { insert(.comments) }
    if attributes.value("itemprop", contains: "ingredient") { insert(.ingredient) }
  }

  private mutating func readRole(_ role: String) {
    switch role {
    case "navigation", "search", "menu", "menubar", "toolbar", "tablist": insert(.navigation)
    case "complementary": insert(.sidebar)
    case "contentinfo": insert(.footer)
    case "dialog", "alertdialog", "alert": insert(.overlay)
    case "banner": insert(.header)
    case "table": insert(.dataTable)
    case "button": insert(.button)
    default: break
    }
  }
}
