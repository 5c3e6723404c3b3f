import Markup

/// What the attributes of an element tell about its content.
struct ElementHints: OptionSet {
  let rawValue: UInt64

  /// It's an article, post or story.
  static let article = ElementHints(rawValue: 1)
  /// It's the content, body or text of something.
  static let body = ElementHints(rawValue: 1 << 1)
  /// It's the body of an article, for certain.
  static let articleBody = ElementHints(rawValue: 1 << 2)
  static let comments = ElementHints(rawValue: 1 << 3)
  static let sidebar = ElementHints(rawValue: 1 << 4)
  /// It leads to other pages.
  static let related = ElementHints(rawValue: 1 << 5)
  static let sharing = ElementHints(rawValue: 1 << 6)
  static let navigation = ElementHints(rawValue: 1 << 7)
  static let footer = ElementHints(rawValue: 1 << 8)
  static let newsletter = ElementHints(rawValue: 1 << 9)
  static let advertisement = ElementHints(rawValue: 1 << 10)
  /// It covers the page: a cookie notice or a dialog.
  static let overlay = ElementHints(rawValue: 1 << 11)
  static let author = ElementHints(rawValue: 1 << 12)
  /// It states dates, tags, categories and the like.
  static let details = ElementHints(rawValue: 1 << 13)
  static let hidden = ElementHints(rawValue: 1 << 14)
  /// It's an ingredient of a recipe.
  static let ingredient = ElementHints(rawValue: 1 << 15)
  /// It introduces the article.
  static let lead = ElementHints(rawValue: 1 << 16)
  static let caption = ElementHints(rawValue: 1 << 17)
  static let title = ElementHints(rawValue: 1 << 18)
  static let contents = ElementHints(rawValue: 1 << 19)
  static let header = ElementHints(rawValue: 1 << 20)
  static let credit = ElementHints(rawValue: 1 << 21)
  /// It's hidden from those who see the page.
  static let forScreenReaders = ElementHints(rawValue: 1 << 22)
  /// It introduces this article or others.
  static let teaser = ElementHints(rawValue: 1 << 23)
  /// An attribute other than its class hides it.
  static let unseen = ElementHints(rawValue: 1 << 24)
  /// It's a formula, or shows one.
  static let math = ElementHints(rawValue: 1 << 30)
  /// It's shown on lines of its own, if it's a formula.
  static let display = ElementHints(rawValue: 1 << 31)
  /// It's shown within a line, if it's a formula.
  static let inline = ElementHints(rawValue: 1 << 29)
  /// It's a button by its role.
  static let button = ElementHints(rawValue: 1 << 27)
  /// It's named after what shows or hides something.
  static let toggle = ElementHints(rawValue: 1 << 37)
  /// It has line numbers of code.
  static let lineNumber = ElementHints(rawValue: 1 << 32)
  /// It's code, or shows it.
  static let code = ElementHints(rawValue: 1 << 33)
  /// It's a line of code, and has the number of one if it's a ``number``, too.
  static let line = ElementHints(rawValue: 1 << 34)
  static let number = ElementHints(rawValue: 1 << 35)
  /// It copies code.
  static let copyButton = ElementHints(rawValue: 1 << 36)

  /// A class of it is one that callouts have, too.
  static let mayBeCallout = ElementHints(rawValue: 1 << 46)
  /// It's a callout, whose kind is in ``ElementTree/callouts``.
  static let callout = ElementHints(rawValue: 1 << 47)
  /// It's the title of a callout.
  static let calloutTitle = ElementHints(rawValue: 1 << 48)

  /// It's the box of a task that's done.
  static let checked = ElementHints(rawValue: 1 << 49)

  /// It's a table that its page says has data.
  static let dataTable = ElementHints(rawValue: 1 << 28)

  /// It's what someone says, within a line.
  static let quotation = ElementHints(rawValue: 1 << 50)
  /// It has notes.
  static let notes = ElementHints(rawValue: 1 << 39)
  /// It's a note that stands in its sentence.
  static let sidenote = ElementHints(rawValue: 1 << 40)

  /// It's named after pictures, and may hold one with its caption.
  static let pictureBox = ElementHints(rawValue: 1 << 25)
  /// It's a heading whose name is made of what it says, so that it can be linked to.
  static let slug = ElementHints(rawValue: 1 << 41)
  /// The rest of a name doesn't tell what it is. Only while ``HintWords`` reads the name.
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
