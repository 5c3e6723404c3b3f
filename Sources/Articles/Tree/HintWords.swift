import Markup

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
