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

/// Recognises words in classes and ids, as in `post-content`, `postContent` and `post_content`.
enum HintWords {
  /// Words and prefixes. Prefixes end in `*`.
  private static let words: [(ElementHints, String)] = [
    (.article, "article* artikel* post entry story news* blog blogpost beitrag* meldung"),
    (.body, "body content inhalt text txt fulltext copy main rte"),
    (
      .articleBody,
      """
      articlebo* articleco* articlete* artikelte* entrycon* entrytex* entrybod* postcont* postbody \
      posttext storybod* storycon* storytext bodytext richtext prose maintext bodycopy \
      contentb* newstext newscont* articletxt
      """
    ),
    (.comments, "comment* kommentar* disqus* respond replies leserbri* discussi* diskussi*"),
    (.sidebar, "sidebar* widget* aside marginal* rightcol* leftcol* seitenl*"),
    (
      .related,
      """
      related* recommen* similar* popular* trending* mostread* meistgel* readmore morefrom \
      alsolike outbrain* taboola* ligatus* yarpp* empfehl* verwandt* weiterle* \
      topstori* promobox moreart* nextpost prevpost suggest* plista*
      """
    ),
    (
      .sharing,
      """
      share* sharing* social* shariff* sharedad* addthis* addtoany* facebook twitter whatsapp \
      likebox likes sociable* teilen empfehle* socialme* bookmarks print* sharebar
      """
    ),
    (
      .navigation,
      """
      nav navi navig* navbar* menu* breadcru* brotkrum* paginat* pager* pagenav* skiplink* \
      toolbar* tabs prevnext postnav* sitemap topbar* linklist* subnav* editsect*
      """
    ),
    (.footer, "footer* foot copyright* impressum* legal disclaim* colophon bottom"),
    (
      .newsletter, "newslett* subscri* signup mailchim* mailing* optin abonn* mc4wp abobox donat*"
    ),
    (
      .advertisement,
      """
      ad ads adv advert* adsense* adslot* adbox* banner* sponsor* promo* anzeige* werbung* \
      affiliat* dfp gpt adcontai* adwrap* commerci*
      """
    ),
    (
      .overlay,
      """
      cookie* consent* gdpr* dsgvo* modal* popup* overlay* lightbox* dialog* offcanv* tooltip* \
      popover* flyout* dropdown* noscript
      """
    ),
    (.author, "author* autor* bio byline* verfass* aboutaut* profile* vcard contribu*"),
    (
      .details,
      """
      meta metadata postmeta* entrymet* date* datum time timestam* tag tags tagcloud taglist \
      category categor* kategori* postinfo* info* published* publish rating* ratings stars vote* \
      views posted* pubdate filedund* schlagw* rubrik dateline
      """
    ),
    (
      .lead,
      """
      lead* intro* standfir* teasertext summary* excerpt* abstract dek subheadl* subtitle* \
      vorspann* anriss* subline einleit* chapeau entradil* sumario deck lede
      """
    ),
    (.caption, "caption* wpcaptio* bildunte* legende gallery* galerie* imagecap* bildtext*"),
    (
      .pictureBox,
      "image* img photo* foto* picture* pic bild* figure* media* thumb* visual* illustra* imagen*"
    ),
    (.title, "title* headline* heading* ueberschr* entrytit* posttitl* overline kicker* dachzeil*"),
    (.contents, "toc tableofc* inhaltsv* contents"),
    (.header, "header* masthead* kopf sitehead* pagehead*"),
    (.credit, "credit* copyrigh* source* quelle* photogra* fotograf* bildnach* imagecre*"),
    (.forScreenReaders, "screenre* visually* offscreen"),
    (.teaser, "teaser*"),
    (.math, "math* katex* latex tex mwe kdmath arithmat* equation* eqn formula mjx* quicklat*"),
    (.display, "display* block eqn"),
    (.inline, "inline*"),
    (
      .mayBeCallout,
      """
      admoniti* theme alert custom starligh* confluen* notecard blockquo* hint callout* note tip \
      warning caution danger important info notice details
      """
    ),
    (.notes, "footnote* fussnote* endnote* notes"),
    (.sidenote, "sidenote* marginno*"),
    (.lineNumber, "gutter* lineno* linenum* lnt ln lnum rownum* linenr*"),
    (.code, "code* highlight* hljs* blob crayon* syntax* shiki* chroma* prism* snippet*"),
    (.line, "line codeline tokenlin* viewline"),
    (.number, "num numb* nums number* no nr"),
    (.copyButton, "copy* clipboar* copybtn* toolbar*"),
    (.toggle, "toggle* expand* collaps* button* btn"),
    (.qualifier, "has with without margin padding border rounded align"),
  ]

  private struct Slot {
    var key: UInt64 = 0
    var isBeginning = false
    var hints: ElementHints = []
  }

  private static let slots: [Slot] = {
    var slots = [Slot](repeating: Slot(), count: 2048)
    for (hint, words) in words {
      for word in words.split(separator: " ") {
        let isBeginning = word.hasSuffix("*")
        var key: UInt64 = 0
        for byte in word.utf8.filter({ $0 | 0x20 >= 0x61 && $0 != 0x2A }).prefix(8) {
          key = key << 8 | UInt64(byte | 0x20)
        }
        var slot = slot(key)
        while slots[slot].key != 0, slots[slot].key != key { slot = (slot + 1) & 2047 }
        slots[slot].key = key
        slots[slot].isBeginning = slots[slot].isBeginning || isBeginning
        slots[slot].hints.insert(hint)
      }
    }
    return slots
  }()

  @inline(__always)
  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 53)
  }

  /// Adds the hints of the words in a class or id. Words are runs of letters, of which the first
  /// eight count. A capital letter after a small one begins another word. A name is skipped if its
  /// first word only qualifies the others, as in `has-sidebar` and `padding-bottom`.
  static func read(_ value: UnsafeBufferPointer<UInt8>, into hints: inout ElementHints) {
    slots.withUnsafeBufferPointer { slots in
      let count = min(value.count, 1_000)
      var position = 0
      while position < count {
        if hints.contains(.qualifier) {
          hints.remove(.qualifier)
          while position < count, value[position] > 0x20 { position &+= 1 }
        }
        let start = position
        var key: UInt64 = 0
        var last: UInt8 = 0
        while position < count {
          let byte = value[position]
          let letter = byte | 0x20
          guard letter &- 0x61 < 26, letter == byte || last &- 0x61 >= 26 else { break }
          last = byte
          if position &- start < 8 {
            key = key &<< 8 | UInt64(letter)
            if position &- start >= 2 { look(up: key, isWhole: false, in: slots, &hints) }
          }
          position &+= 1
        }
        let length = position &- start
        if length >= 2 { look(up: key, isWhole: true, in: slots, &hints) }
        if length == 4 || length == 6, key == hide || key == hidden,
          start == 0 || value[start &- 1] <= 0x20, position == count || value[position] <= 0x20
        {
          hints.insert(.hidden)
        }
        if length == 1, key == letterH, isLevel(value, position) { hints.insert(.qualifier) }
        if position == start { position &+= 1 }
      }
      hints.remove(.qualifier)
    }
  }

  /// Whether the level of a heading follows, as in `h2-related` for the section of a heading.
  private static func isLevel(_ value: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    position + 1 < value.count && value[position] &- 0x31 < 6 && value[position + 1] == 0x2D
  }

  private static let letterH: UInt64 = 0x68

  /// Only as whole classes, because `label-hidden` hides something else.
  private static let hide: UInt64 = 0x6869_6465
  private static let hidden: UInt64 = 0x6869_6464_656E

  @inline(__always)
  private static func look(
    up key: UInt64, isWhole: Bool, in slots: UnsafeBufferPointer<Slot>,
    _ hints: inout ElementHints
  ) {
    var slot = slot(key)
    while slots[slot].key != 0 {
      if slots[slot].key == key {
        if isWhole || slots[slot].isBeginning { hints.formUnion(slots[slot].hints) }
        return
      }
      slot = (slot &+ 1) & 2047
    }
  }
}
