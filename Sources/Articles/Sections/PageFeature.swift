import Foundation
import LinkPreview
import Markup

/// What's known about a page, by which its kind is told. Most are 0 or 1.
enum PageFeature: Int, CaseIterable {
  case always

  // What the page states.
  case statesArticle, statesWebsite, statesProduct, statesOther
  case describesArticle, describesProduct, describesList, describesThread, describesPage
  case statesDate, statesAuthor, threadSoftware, shopSoftware, manualSoftware

  // Its address.
  case frontPage, longName, pathLength, hasNumber, hasQuery
  case threadAddress, manualAddress, productAddress, listAddress, articleAddress

  // Its text.
  case length, proseShare, linkedShare, proseLines, proseLength, concentration, headings
  case linkedHeadings, articles, oneArticle, markedBody, posts, postsProse, commentsProse, code
  case prices, controls, tableShare, listShare, thinLines, microdataPosts, items
}

/// Reads the features of a page.
struct PageFeatures {
  private(set) var values = [Float](repeating: 0, count: PageFeature.allCases.count)

  /// - Parameters:
  ///   - isDated: whether the page states a date.
  ///   - isSigned: whether the page states an author.
  init(_ page: Page, isDated: Bool, isSigned: Bool, _ tree: ElementTree, runs: [TextRun]) {
    set(.always)
    if isDated { set(.statesDate) }
    if isSigned { set(.statesAuthor) }
    readStatements(page)
    readAddress(page.url)
    readText(tree, runs)
    readElements(tree, runs)
  }

  private mutating func set(_ feature: PageFeature, _ value: Float = 1) {
    values[feature.rawValue] = value
  }

  private mutating func readStatements(_ page: Page) {
    switch page.kind {
    case .article: set(.statesArticle)
    case .website: set(.statesWebsite)
    case .product: set(.statesProduct)
    case .none: break
    default: set(.statesOther)
    }
    for type in ([page.data.main] + page.data.others).flatMap(\.types) {
      switch type {
      case "Product", "ProductGroup", "IndividualProduct", "Offer": set(.describesProduct)
      case "CollectionPage", "ItemList", "SearchResultsPage", "OfferCatalog": set(.describesList)
      case "QAPage", "DiscussionForumPosting", "Question": set(.describesThread)
      case "WebPage", "AboutPage", "ContactPage", "FAQPage", "Service": set(.describesPage)
      default:
        if type.hasSuffix("Article") || type.hasSuffix("BlogPosting") { set(.describesArticle) }
      }
    }
    guard let generator = page.generator?.inLowerCase else { return }
    if Self.threadSoftware.contains(where: { generator.containsBytes($0) }) { set(.threadSoftware) }
    if Self.shopSoftware.contains(where: { generator.containsBytes($0) }) { set(.shopSoftware) }
    if Self.manualSoftware.contains(where: { generator.containsBytes($0) }) { set(.manualSoftware) }
  }

  private static let threadSoftware: [StaticString] = [
    "discourse", "phpbb", "vbulletin", "xenforo", "flarum", "vanilla", "mybb", "nodebb", "lemmy",
    "invision", "smf", "bbpress",
  ]
  private static let shopSoftware: [StaticString] = [
    "shopify", "woocommerce", "magento", "prestashop", "opencart", "shopware", "bigcommerce",
  ]
  private static let manualSoftware: [StaticString] = [
    "docusaurus", "sphinx", "mkdocs", "gitbook", "mdbook", "vitepress", "starlight", "rustdoc",
    "mediawiki", "dokuwiki", "antora", "doxygen", "asciidoctor", "docutils", "nextra", "docfx",
  ]

  private mutating func readAddress(_ url: URL) {
    let path = url.path(percentEncoded: true)
    var (parts, words, hasNumber) = (0, 0, false)
    // The words of the host, and of the path but for a title.
    var names: [UInt64] = []
    var host = url.host() ?? ""
    host.withUTF8 { Self.readWords($0) { key, _ in names.append(key) } }
    names = names.dropLast()
    var (beforeLast, part) = (names.count, false)
    var text = path
    text.withUTF8 { path in
      var start = 0
      for index in 0...path.count where index == path.count || path[index] == UInt8(ascii: "/") {
        if index > start {
          parts += 1
          beforeLast = names.count
          (words, hasNumber) = (0, false)
          Self.readWords(UnsafeBufferPointer(rebasing: path[start..<index])) { key, isNumber in
            words += 1
            if isNumber { hasNumber = true }
            names.append(key)
          }
          part = true
        }
        start = index + 1
      }
    }
    // The last part is the page's title if it has several words.
    if part, parts > 1, words > 1 { names.removeLast(names.count - beforeLast) }
    if parts == 0 { set(.frontPage) }
    set(.pathLength, Float(min(parts, 6)) / 6)
    set(.longName, Float(min(words, 8)) / 8)
    if hasNumber { set(.hasNumber) }
    if url.query() != nil { set(.hasQuery) }
    for name in names {
      guard let found = Self.addressWords[name] else { continue }
      for feature in found { set(feature) }
    }
  }

  /// Reads the words of a part of an address: a key of their first eight letters, and whether they
  /// are numbers of more than three digits.
  private static func readWords(
    _ text: UnsafeBufferPointer<UInt8>, _ read: (UInt64, Bool) -> Void
  ) {
    var (key, length, digits): (UInt64, Int, Int) = (0, 0, 0)
    for index in 0...text.count {
      let byte = index < text.count ? text[index] : 0x2D
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        if length > 0 { read(key, digits == length && length > 3) }
        (key, length, digits) = (0, 0, 0)
      default:
        if length < 8 { key = key << 8 | UInt64(byte | 0x20) }
        length += 1
        if byte &- 0x30 < 10 { digits += 1 }
      }
    }
  }

  /// Words in the addresses of pages of each kind, by their first eight letters.
  private static let addressWords: [UInt64: [PageFeature]] = {
    var table: [UInt64: [PageFeature]] = [:]
    for (feature, words) in wordsOfKinds {
      for word in words.split(separator: " ") {
        let key = word.utf8.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        table[key, default: []].append(feature)
      }
    }
    return table
  }()

  private static let wordsOfKinds: [(PageFeature, String)] = [
    (
      .threadAddress,
      """
      t thread threads showthread viewtopic topic topics discussion discussions forum forums \
      community questions question answers comments boards board bbs s issues post
      """
    ),
    (
      .manualAddress,
      """
      docs doc documentation manual guide guides reference learn wiki handbook tutorial tutorials \
      api book support help userguide kb latest stable developer developers
      """
    ),
    (
      .productAddress,
      "product products p item itm dp pdp shop store listing buy app sku"
    ),
    (
      .listAddress,
      """
      category categories collection collections tag tags list lists c browse search catalog cat \
      index hub market directory archive all section rankings chart l w s
      """
    ),
    (
      .articleAddress,
      """
      blog news article articles story stories posts magazine opinion blogs insights resources press
      """
    ),
  ]

  private mutating func readText(_ tree: ElementTree, _ runs: [TextRun]) {
    var (length, linked, prose, lines, thin): (Int32, Int32, Float, Float, Float) = (1, 0, 0, 0, 0)
    var (headings, linkedHeadings, inTables, inItems): (Float, Float, Int32, Int32) = (0, 0, 0, 0)
    var code: Float = 0
    var parents = [Float](repeating: 0, count: tree.nodes.count)
    for run in runs {
      length += run.length
      linked += run.linkedLength
      let node = tree.nodes[Int(run.block)]
      if run.prose > 0 {
        lines += 1
        prose += run.prose
        if node.parent >= 0 { parents[Int(node.parent)] += run.prose }
      } else if run.length < 30, run.linkDensity < 0.5 {
        thin += 1
      }
      switch node.element {
      case .h1, .h2, .h3, .h4, .h5, .h6:
        headings += 1
        if run.linkDensity > 0.8 { linkedHeadings += 1 }
      case .td, .th: inTables += run.length
      case .li: inItems += run.length
      case .pre: code += 1
      default: break
      }
    }
    let count = Float(max(runs.count, 1))
    set(.length, Self.logarithm(Float(length)))
    set(.proseShare, prose / Float(length))
    set(.linkedShare, Float(linked) / Float(length))
    set(.proseLines, Self.logarithm(lines))
    set(.proseLength, Self.logarithm(prose / max(lines, 1)))
    set(.concentration, (parents.max() ?? 0) / max(prose, 1))
    set(.headings, Self.logarithm(headings))
    set(.linkedHeadings, linkedHeadings / max(headings, 1))
    set(.code, Self.logarithm(code))
    set(.tableShare, Float(inTables) / Float(length))
    set(.listShare, Float(inItems) / Float(length))
    set(.thinLines, thin / count)
    set(.prices, Self.logarithm(Float(tree.prices(in: runs))))
    set(.controls, Self.logarithm(Float(tree.controlParents.count)))
    set(.microdataPosts, tree.postProperties.contains { $0.kind.isPost } ? 1 : 0)
  }

  private mutating func readElements(_ tree: ElementTree, _ runs: [TextRun]) {
    var prose = [Float](repeating: 0, count: tree.nodes.count)
    for run in runs { prose[Int(run.block)] += run.prose }
    for index in tree.nodes.indices.reversed() where prose[index] != 0 {
      let parent = tree.nodes[index].parent
      if parent >= 0 { prose[Int(parent)] += prose[index] }
    }
    let total = max(prose.first ?? 0, 1)
    var articles: Float = 0
    var commentsEnd: Int32 = 0
    var comments: Float = 0
    // The children with prose of each element that are like the first such child.
    var alike: [Int32: (first: UInt64, count: Float, prose: Float)] = [:]
    for (index, node) in tree.nodes.enumerated().dropFirst() where !node.isText {
      if node.element == .article { articles += 1 }
      guard prose[index] > 0 else { continue }
      if node.hints.contains(.articleBody), prose[index] > 0.3 * total { set(.markedBody) }
      if node.hints.contains(.comments), index >= commentsEnd {
        comments += prose[index]
        commentsEnd = node.end
      }
      guard prose[index] < 0.9 * total, node.element.isBlock,
        !node.element.isTextual || node.element == .li || node.element == .table
      else { continue }
      let kind = node.hints.rawValue << 8 | UInt64(node.element.number)
      var group = alike[node.parent] ?? (kind, 0, 0)
      if group.first == kind {
        group.count += 1
        group.prose += prose[index]
      }
      alike[node.parent] = group
    }
    let posts = alike.values.filter { $0.count > 1 }.max { $0.prose < $1.prose }
    set(.posts, Self.logarithm(posts?.count ?? 0))
    set(.postsProse, (posts?.prose ?? 0) / total)
    set(.commentsProse, comments / total)
    set(.articles, Self.logarithm(articles))
    if articles == 1 { set(.oneArticle) }
    let items = alike.values.map(\.count).max() ?? 0
    set(.items, Self.logarithm(items))
  }

  /// A number on a scale from 0 for nothing to 1 for about a thousand.
  private static func logarithm(_ number: Float) -> Float { log2(number + 1) / 10 }
}

extension ElementTree {
  /// The number of prices in lines.
  fileprivate func prices(in runs: [TextRun]) -> Int {
    text.withUnsafeBufferPointer { text in
      var count = 0
      for run in runs where run.digits > 0 && run.length < 300 {
        for node in nodes[Int(run.start)..<Int(run.end)] where node.isText {
          for index in Int(node.textStart)..<max(Int(node.textStart), Int(node.textEnd) - 1)
          where Self.isPrice(text[index], text[index + 1]) {
            count += 1
          }
        }
      }
      return count
    }
  }

  /// Whether bytes are a sign of a currency: a dollar with its number, £, ¥, or the end of €.
  @inline(__always)
  private static func isPrice(_ byte: UInt8, _ next: UInt8) -> Bool {
    byte == UInt8(ascii: "$") && next &- 0x30 < 10
      || byte == 0xC2 && (next == 0xA3 || next == 0xA5) || byte == 0x82 && next == 0xAC
  }
}
