import Markup

/// Builds the tree of a page from parser events.
///
/// A struct, because Swift checks every access to a class's properties at run time, which took a
/// tenth of the time for a page.
struct ElementTreeBuilder {
  var tree = ElementTree()
  /// The open elements.
  private(set) var open: [Int32] = []
  /// The number of open elements, from one with unwanted content on.
  var skippedDepth = 0
  /// The number of open elements beyond the node limit. Only their text is kept.
  private var unkeptDepth = 0
  /// Whether an element without a node begins or ends before the next text.
  private var isAfterBoundary = false
  var formulas = OpenFormulas()
  var callouts: [OpenCallout] = []
  /// The quotation marks of the page's language.
  var quotationMarks = ("“", "”")

  /// The maximum number of nodes. The longest real pages have fewer, and a hostile one has millions.
  static let nodeLimit = 250_000
  /// The number of nodes from which a minimum of text per node is required. Real pages have about
  /// fifteen bytes for each node. A hostile page has lists with single letters, which would take
  /// hundreds of bytes each in an article.
  static let emptyNodeLimit = 50_000
  private static let bytesPerNode = 4

  /// Elements whose content is never shown as text.
  private static let skipped: ElementSet = [
    .script, .style, .template, .svg, .select, .textarea, .button, .iframe, .object, .head,
    .audio, .noframes, .noembed, .applet, .option, .optgroup, .input,
  ]

  var wantsText: Bool { skippedDepth == 0 }

  private var nodeLimit: Int {
    min(Self.nodeLimit, max(Self.emptyNodeLimit, tree.text.count / Self.bytesPerNode))
  }

  /// - Parameter length: the length of the page in bytes, if known.
  init(length: Int = 0) {
    // A growing array is copied, and takes three times its size meanwhile.
    tree.text.reserveCapacity(length)
    tree.nodes.append(ElementTree.Node(element: .body, isText: false, parent: -1, end: 1))
    open.append(0)
  }

  /// Returns the tree after the page has ended.
  mutating func finish() -> ElementTree {
    // Swapping avoids a copy, because the tree has a single owner.
    var finished = ElementTree()
    swap(&finished, &tree)
    finished.nodes[0].end = Int32(finished.nodes.count)
    finished.joinCode()
    finished.markFigures()
    return finished
  }

  mutating func elementStarted(_ name: ElementName, _ tag: StartTag) {
    // AMP pages have an element of their own for pictures (https://amp.dev/documentation).
    var element = name == .other ? Self.plain(tag.name) : name
    if formulas.elementStarted(tag) { return }
    if element == .input, tag.attributes.value("type", contains: "password") {
      tree.hasPasswordField = true
    }
    if element == .button, beginsHeading { element = .span }
    let isSkipped =
      Self.skipped.contains(element) && !isTask(element, tag.attributes)
    if element == .script, scriptStarted(tag) { return }
    if skippedDepth > 0, element == .source { mediaSourceStarted(tag.attributes) }
    if skippedDepth == 0, unkeptDepth == 0, tree.nodes.count < nodeLimit, isMedia(element, tag) {
      mediaStarted(element == .other ? .iframe : element, tag)
      skippedDepth += 1
      return
    }
    if isSkipped, skippedDepth == 0 { markControl(element, tag.attributes) }
    if skippedDepth > 0 || isSkipped || !callouts.isEmpty && isCalloutIcon(tag.attributes) {
      skippedDepth += 1
      return
    }
    let attributes = tag.attributes
    if element == .html, let language = attributes["lang"] {
      quotationMarks = Self.quotationMarks(in: language)
    }
    if attributes.has("role"), let heading = Self.heading(element, attributes) { element = heading }
    let hints = attributes.isEmpty ? [] : ElementHints(element, attributes)
    if formulaStarted(element, tag, hints) { return }
    guard unkeptDepth == 0, tree.nodes.count < nodeLimit else {
      unkeptDepth += 1
      isAfterBoundary = isAfterBoundary || element.isBlock || element == .br
      return
    }
    var node = ElementTree.Node(
      element: element, isText: false, parent: open.last ?? -1, end: 0)
    if !attributes.isEmpty {
      if attributes.has("itemprop") || attributes.has("itemtype"),
        let property = PostProperty(attributes, node: Int32(tree.nodes.count))
      {
        tree.postProperties.append(property)
      }
      node.hints = hints
      node.attributes = keep(attributes, of: element)
      keepAnchors(attributes, of: element)
    }
    if !callouts.isEmpty || node.hints.contains(.mayBeCallout) {
      markCallout(&node, attributes)
    }
    if element == .input, attributes.has("checked") { node.hints.insert(.checked) }
    if element == .img { tree.joinFallback(&node) }
    if hints.contains(.math) { formulas.elements.append(Int32(tree.nodes.count)) }
    open.append(Int32(tree.nodes.count))
    tree.nodes.append(node)
    if element == .other, tag.name == "q" { quotationStarted() }
    if element == .other, tag.name == "rt" { readingStarted() }
    if element == .other, tag.name == "rp" {
      tree.nodes[tree.nodes.count - 1].hints.insert(.readingBracket)
    }
  }

  private func isMedia(_ element: ElementName, _ tag: StartTag) -> Bool {
    switch element {
    case .video, .audio, .iframe: true
    default: element == .other && tag.name == "lite-youtube"
    }
  }

  mutating func elementEnded(_ element: ElementName) {
    if formulaElementEnded() { return }
    if skippedDepth > 0 {
      skippedDepth -= 1
      return
    }
    if unkeptDepth > 0 {
      unkeptDepth -= 1
      isAfterBoundary = isAfterBoundary || element.isBlock
      return
    }
    guard open.count > 1, let node = open.popLast() else { return }
    endFormulaElement(node)
    if tree.nodes[Int(node)].hints.contains(.quotation) { append(quotationMarks.1, in: node) }
    if tree.nodes[Int(node)].hints.contains(.bracketed) { readingEnded(node) }
    if tree.nodes[Int(node)].hints.contains(.readingBracket) { readingBracketEnded(node) }
    tree.nodes[Int(node)].end = Int32(tree.nodes.count)
    if tree.nodes[Int(node)].hints.contains(.ingredient) { joinIngredient(Int(node)) }
    if !tree.nodes[Int(node)].hints.isDisjoint(with: [.button, .toggle]) { hideButton(Int(node)) }
    switch tree.nodes[Int(node)].element {
    case .a: removePermalink(Int(node))
    case .h1, .h2, .h3, .h4, .h5, .h6: forgetSlugs(Int(node))
    default: break
    }
  }

  mutating func textRead(_ text: TextToken) {
    if formulas.textRead(text) { return }
    tree.append(text, in: open.last ?? -1, addingSpace: isAfterBoundary)
    isAfterBoundary = false
  }

  // MARK: - Attributes

  private mutating func keep(_ attributes: Attributes, of element: ElementName) -> Int32 {
    var values = ElementTree.AttributeValues()
    switch element {
    case .a:
      values.address = keep(attributes.bytes("href"))
      guard values.address != nil else { return -1 }
    case .img:
      values.address = imageAddress(attributes) ?? tree.sourceAddress(of: open.last)
      values.alternativeText = keep(attributes.bytes("alt"))
      values.width = number(attributes["width"])
      values.height = number(attributes["height"])
    case .source:
      guard let set = attributes["srcset"] ?? attributes["data-srcset"] else { return -1 }
      values.address = ImageSource.largest(in: set).flatMap { keep(text: $0) }
    case .pre, .code:
      values.classes =
        keep(language: attributes.bytes("data-lang") ?? attributes.bytes("data-language"))
        ?? keep(attributes.bytes("class")) ?? keep(language: attributes.bytes("lang"))
      values.alternativeText =
        keep(attributes.bytes("data-title")) ?? keep(attributes.bytes("data-filename"))
    case .ol:
      values.identifier = keep(attributes.bytes("start"))
      values.numbering = ArticleBlock.List.Numbering(attributes)
    case .td, .th:
      values.alignment = ArticleBlock.Table.Alignment(attributes)
      guard attributes.has("colspan") || attributes.has("rowspan") || values.alignment != nil else {
        return -1
      }
      values.width = number(attributes["colspan"])
      values.height = number(attributes["rowspan"])
    case .div, .figure, .table:
      let language = attributes.bytes("data-lang") ?? attributes.bytes("data-language")
      guard attributes.value("class", contains: Self.classesOfCode) || language != nil else {
        return -1
      }
      values.classes = keep(language: language) ?? keep(attributes.bytes("class"))
      values.isDisplay = language != nil
    case .li, .p, .sup:
      values.identifier = keep(attributes.bytes("id"))
      guard values.identifier != nil else { return -1 }
    default: return -1
    }
    tree.attributes.append(values)
    return Int32(tree.attributes.count - 1)
  }

  /// Stores the names of an element, and the note that its script leads to.
  private mutating func keepAnchors(_ attributes: Attributes, of element: ElementName) {
    let node = Int32(tree.nodes.count)
    if let name = keep(attributes.bytes("id")) { tree.anchors.append((node, name)) }
    if element == .a, let name = keep(attributes.bytes("name")) {
      tree.anchors.append((node, name))
    }
    if attributes.has("data-definition") {
      tree.noteTargets[node] = keep(attributes.bytes("data-definition"))
    } else if element == .a, let script = attributes["onclick"],
      attributes.value("href", contains: "javascript:"), let target = script.quoted,
      target.namesNote
    {
      tree.noteTargets[node] = keep(text: target)
    }
  }

  private static let classesOfCode = TextFinder("highlight", "code", "language-")

  private func number(_ text: String?) -> Int32 {
    text.flatMap { Int32($0.prefix { $0.isASCII && $0.isNumber }) } ?? -1
  }

  private mutating func keep(_ value: UnsafeBufferPointer<UInt8>?) -> Range<Int32>? {
    guard let value, !value.isEmpty else { return nil }
    let start = Int32(tree.text.count)
    Attributes.append(textOf: value, to: &tree.text)
    return start..<Int32(tree.text.count)
  }

  /// Stores a language as a class name.
  private mutating func keep(language: UnsafeBufferPointer<UInt8>?) -> Range<Int32>? {
    guard let language, !language.isEmpty else { return nil }
    return keep(text: "language-" + Attributes.text(of: language))
  }

  mutating func keep(text: String) -> Range<Int32>? { tree.keep(text) }

  /// The address that the image is loaded from. Pages with lazy loading have a placeholder in
  /// `src`.
  private mutating func imageAddress(_ attributes: Attributes) -> Range<Int32>? {
    ImageSource.address(of: attributes).flatMap { keep(text: $0) }
  }
}

extension ElementTree {
  /// Appends text to the last node if that's a text in the same element. Otherwise adds a node.
  /// - Parameter addingSpace: whether to separate the text from the previous one by a space.
  fileprivate mutating func append(_ token: TextToken, in parent: Int32, addingSpace: Bool) {
    let start = Int32(text.count)
    if addingSpace { text.append(0x20) }
    token.append(to: &text)
    let end = Int32(text.count)
    guard start < end else { return }
    let last = nodes.count - 1
    if nodes[last].isText, nodes[last].element == .other, nodes[last].textEnd == start,
      nodes[last].parent == parent
    {
      nodes[last].textEnd = end
      return
    }
    var node = Node(element: .other, isText: true, parent: parent, end: Int32(nodes.count + 1))
    node.textStart = start
    node.textEnd = end
    nodes.append(node)
  }
}

/// Passes parser events to an ``ElementTreeBuilder``.
final class ElementTreeEvents: HTMLEvents {
  /// The builder, in separately allocated memory. Swift checks each access to a class's property
  /// for conflicts, which would take longer than most events.
  private let storage: UnsafeMutablePointer<ElementTreeBuilder>

  /// - Parameter length: the length of the page in bytes, if known.
  init(length: Int = 0) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: ElementTreeBuilder(length: length))
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// Returns the tree after the page has ended.
  func finish() -> ElementTree { storage.pointee.finish() }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    storage.pointee.elementStarted(element, tag)
  }

  func elementEnded(_ element: ElementName, depth: Int) { storage.pointee.elementEnded(element) }

  func textRead(_ text: TextToken) { storage.pointee.textRead(text) }

  func rawTextRead(_ text: TextToken) { storage.pointee.rawTextRead(text) }

  var wantsText: Bool { storage.pointee.wantsText }

  var wantsRawText: Bool { storage.pointee.wantsRawText }
}

extension ElementTreeBuilder {
  /// Adds a video, an audio or a frame as an empty node. Its content is a fallback for browsers
  /// that can't play it.
  mutating func mediaStarted(_ element: ElementName, _ tag: StartTag) {
    let attributes = tag.attributes
    var values = ElementTree.AttributeValues()
    let address =
      attributes["data-src"] ?? attributes["src"]
      ?? (tag.name == "lite-youtube" ? attributes["videoid"].map(Self.watchPage) : nil)
    values.address = address.flatMap { $0.isEmpty || $0 == "about:blank" ? nil : keep(text: $0) }
    values.alternativeText = (attributes["title"] ?? attributes["aria-label"]).flatMap {
      keep(text: $0)
    }
    var node = ElementTree.Node(
      element: element, isText: false, parent: open.last ?? -1, end: Int32(tree.nodes.count + 1))
    node.attributes = Int32(tree.attributes.count)
    tree.attributes.append(values)
    tree.nodes.append(node)
  }

  /// Sets the address of the open video or audio from one of its sources.
  mutating func mediaSourceStarted(_ attributes: Attributes) {
    guard let node = tree.nodes.last, node.element == .video || node.element == .audio,
      node.attributes >= 0, tree.attributes[Int(node.attributes)].address == nil,
      let source = attributes["src"]
    else { return }
    tree.attributes[Int(node.attributes)].address = keep(text: source)
  }

  private static func watchPage(_ video: String) -> String {
    "https://www.youtube.com/embed/\(video)"
  }
}

/// An open callout during parsing.
struct OpenCallout {
  var node: Int32
  var hasTitle = false
}

extension ElementTreeBuilder {
  /// Marks a node that's about to be added if it's a callout or a callout's title. The title comes
  /// first in all generators, whatever its name.
  mutating func markCallout(_ node: inout ElementTree.Node, _ attributes: Attributes) {
    let index = Int32(tree.nodes.count)
    while let last = callouts.last, tree.nodes[Int(last.node)].end > 0 { callouts.removeLast() }
    if node.hints.contains(.mayBeCallout), let kind = CalloutKind.of(node.element, attributes) {
      node.hints.insert(.callout)
      tree.callouts[index] = kind
      callouts.append(OpenCallout(node: index))
      return
    }
    guard let last = callouts.last, !last.hasTitle else { return }
    guard
      node.hints.contains(.title) || node.element == .summary || node.element.isHeadingElement
        || node.hints.contains(.lead) && node.element == .div
    else { return }
    // Only the first element can be the title.
    callouts[callouts.count - 1].hasTitle = true
    guard index - last.node < Self.nodesBeforeTitle,
      tree.nodes[Int(last.node)...].allSatisfy({ !$0.isText || tree.isBlank($0) })
    else { return }
    node.hints.insert(.calloutTitle)
  }

  /// Whether an element is the icon of a callout, which some fonts make from letters.
  func isCalloutIcon(_ attributes: Attributes) -> Bool {
    guard let last = callouts.last, tree.nodes[Int(last.node)].end == 0,
      Int32(tree.nodes.count) - last.node < Self.nodesBeforeTitle
    else { return false }
    return attributes.value("class", contains: "icon")
      || attributes.value("class", contains: "emoji")
  }

  private static let nodesBeforeTitle = 24
}
