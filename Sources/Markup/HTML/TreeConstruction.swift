/// The part of the standard's tree construction (https://html.spec.whatwg.org/#tree-construction)
/// that decides which elements are open: implied end tags, void elements, foreign content, and the
/// end of the head. It builds no tree, and misplaced content stays in its place.
struct TreeConstruction: TokenSink, ~Copyable {
  private(set) var open = OpenElements()
  let events: any HTMLEvents
  /// Receives all elements and texts, whatever the events request.
  private let companion: (any HTMLEvents)?
  /// Whether the page is in one of the insertion modes up to "after head".
  private var isBeforeBody = true
  /// Whether the current element's content isn't markup, as in a script.
  private var isInRawText = false

  /// The limit for open elements, which is that of browsers. Beyond it, a new element ends its
  /// parent and becomes its sibling.
  static let depthLimit = 512

  private let names = ElementNames()
  private var traits: [ElementTraits]
  /// The kinds of text that the events want, updated with each event. Asking again for each text
  /// would take longer than reading the text.
  private var wantsMarkupText = false
  private var wantsRawText = false
  private var companionWantsText = false
  private var companionWantsRawText = false
  /// Whether the events want elements that may contain a date or an author.
  private var wantsBylines = false
  /// Whether a tag came after the last text.
  private var isAfterTag = false

  init(events: any HTMLEvents, companion: (any HTMLEvents)? = nil) {
    self.events = events
    self.companion = companion
    traits = ElementTraits.all(
      reporting: events.elements, withRelation: events.elementsWithRelation)
    askForText()
    askCompanionForText()
  }

  private mutating func askForText() {
    wantsMarkupText = events.wantsText
    if wantsBylines { wantsBylines = events.wantsBylines }
  }

  private mutating func askCompanionForText() {
    if let companion { companionWantsText = companion.wantsText }
  }

  /// From now on, reports only these elements and the ones that may have microdata or RDFa
  /// attributes.
  mutating func report(only elements: ElementSet) {
    traits = ElementTraits.all(reporting: elements, withRelation: [])
    wantsBylines = false
  }

  // MARK: - Text

  var wantsText: Bool {
    isInRawText
      ? wantsRawText || companionWantsRawText
      : isBeforeBody || wantsMarkupText || companionWantsText
  }

  var isInForeignContent: Bool { open.isInForeignContent }

  mutating func text(_ text: TextToken) {
    if isInRawText {
      if wantsRawText {
        events.rawTextRead(text)
        wantsRawText = events.wantsRawText
      }
      if companionWantsRawText, let companion {
        companion.rawTextRead(text)
        companionWantsRawText = companion.wantsRawText
      }
      return
    }
    if isBeforeBody {
      let parent = open.current?.name ?? .html
      let isInHead = parent == .html || parent == .head || parent == .noscript
      if isInHead, open[.template] < 0, !text.isWhitespace { endHead() }
    }
    if companionWantsText, let companion {
      companion.textRead(text)
      askCompanionForText()
    }
    guard wantsMarkupText else { return }
    if isAfterTag {
      isAfterTag = false
      events.textSeparated()
    }
    events.textRead(text)
    askForText()
  }

  // MARK: - Head

  /// Ends the head because the next content can't be in it.
  private mutating func endHead() {
    close(downTo: open[.head] >= 0 ? open[.head] : open[.html] + 1)
    isBeforeBody = false
    events.headEnded()
    askForText()
    wantsBylines = events.wantsBylines
  }

  // MARK: - Elements

  /// Ends all open elements at the end of the page.
  mutating func finish() {
    close(downTo: 0)
    if isBeforeBody { endHead() }
  }

  mutating func close(downTo position: Int) {
    while open.count > position {
      let depth = open.count
      guard let element = open.pop() else { return }
      if let companion {
        companion.elementEnded(element.name, depth: depth)
        askCompanionForText()
      }
      if element.isReported {
        events.elementEnded(element.name, depth: depth)
        askForText()
      }
    }
  }

  private mutating func open(
    _ element: ElementName, _ traits: ElementTraits, _ tag: StartTag,
    _ namespace: OpenElements.Namespace
  ) {
    if open.count >= Self.depthLimit { close(downTo: Self.depthLimit - 1) }
    let isReported = isReported(traits, tag)
    open.push(element, traits, tag.name, namespace, isReported: isReported)
    if let companion {
      companion.elementStarted(element, tag, depth: open.count)
      askCompanionForText()
    }
    guard isReported else { return }
    events.elementStarted(element, tag, depth: open.count)
    askForText()
  }

  @inline(__always)
  private func isReported(_ traits: ElementTraits, _ tag: StartTag) -> Bool {
    traits.contains(.isReported) || tag.attributes.mayAnnotate
      || traits.contains(.isReportedWithRelation) && tag.attributes.has("rel")
      || (wantsBylines && mayBeOfByline(traits, tag))
  }

  /// Whether the element may contain a date or an author, or excludes those inside.
  @inline(__always)
  private func mayBeOfByline(_ traits: ElementTraits, _ tag: StartTag) -> Bool {
    traits.contains(.isAlwaysOfBylines)
      || !traits.contains(.isNeverOfBylines) && tag.attributes.bylineHint.isOfInterest
  }

  /// Reports an element without content.
  private mutating func report(
    _ element: ElementName, _ traits: ElementTraits, _ tag: StartTag
  ) {
    if let companion {
      companion.elementStarted(element, tag, depth: open.count + 1)
      companion.elementEnded(element, depth: open.count + 1)
      askCompanionForText()
    }
    guard isReported(traits, tag) else { return }
    events.elementStarted(element, tag, depth: open.count + 1)
    events.elementEnded(element, depth: open.count + 1)
    askForText()
  }

  // MARK: - Start tags

  mutating func startTag(_ tag: StartTag) -> Tokenizer.State {
    isAfterTag = true
    var element = names[tag.name]
    if element == .image { element = .img }
    let traits = traits[Int(element.rawValue)]
    if let position = open.positionOfForeignContent {
      if traits.contains(.endsForeignContent) {
        close(downTo: Int(open[position].withHTML) + 1)
      } else {
        openForeign(element, traits, tag)
        return .data
      }
    }
    if isBeforeBody, !traits.contains(.isOfHead), open[.template] < 0 { endHead() }
    if traits.contains(.closesParagraph), let position = open.inButtonScope(.p) {
      close(downTo: position)
    }
    if traits.contains(.isVoid) {
      report(element, traits, tag)
      return .data
    }
    if traits.contains(.hasStartRules) {
      switch element {
      case .html, .head, .body:
        // A second `<html>` or `<body>` only adds attributes.
        if open[element] >= 0 || element == .html && open.count > 0
          || element == .head && !isBeforeBody
        {
          report(element, traits, tag)
          return .data
        }
      case .svg, .math:
        openForeign(element, traits, tag)
        return .data
      case .form: if open[.form] >= 0, open[.template] < 0 { return .data }
      default: closeImplied(by: element)
      }
    }
    open(element, traits, tag, .html)
    guard traits.contains(.hasTextContent) else {
      isInRawText = false
      return .data
    }
    let state = element.contentState
    isInRawText = state != .rcdata
    if isInRawText {
      wantsRawText = events.wantsRawText
      if let companion { companionWantsRawText = companion.wantsRawText }
    }
    return state
  }

  private mutating func openForeign(
    _ element: ElementName, _ traits: ElementTraits, _ tag: StartTag
  ) {
    if tag.isSelfClosing {
      report(element, traits, tag)
    } else {
      open(
        element, traits, tag, traits.contains(.isIntegrationPoint) ? .integrationPoint : .foreign)
    }
  }

  /// Closes elements whose end tag is implied by this element's start tag
  /// (https://html.spec.whatwg.org/#parsing-main-inbody and the insertion modes of tables).
  private mutating func closeImplied(by element: ElementName) {
    switch element {
    case .li: closeItem { $0 == .li }
    case .dd, .dt: closeItem { $0 == .dd || $0 == .dt }
    case .h1, .h2, .h3, .h4, .h5, .h6:
      if let name = open.current?.name, Self.headings.contains(name) {
        close(downTo: open.count - 1)
      }
    case .a, .nobr: if open.inScope(element) != nil { endFormatting(element) }
    case .button: if let position = open.inScope(.button) { close(downTo: position) }
    case .option: if open.current?.name == .option { close(downTo: open.count - 1) }
    case .optgroup:
      if open.current?.name == .option { close(downTo: open.count - 1) }
      if open.current?.name == .optgroup { close(downTo: open.count - 1) }
    case .td, .th, .tr, .tbody, .thead, .tfoot, .caption, .colgroup: closeTablePart(by: element)
    default: break
    }
  }

  private mutating func closeItem(_ isItem: (ElementName) -> Bool) {
    guard let position = open.current?.boundary, position >= 0,
      isItem(open[position].name)
    else { return }
    close(downTo: Int(position))
  }

  private mutating func closeTablePart(by element: ElementName) {
    let isCell = element == .td || element == .th
    let row = isCell ? open.inTableScope(.tr) ?? -1 : -1
    let parts: [ElementName] =
      switch element {
      case .td, .th: [.td, .th]
      case .tr: [.tr, .caption, .colgroup]
      default: [.caption, .colgroup, .tbody, .thead, .tfoot]
      }
    for part in parts {
      if let position = open.inTableScope(part), position > row {
        close(downTo: position)
        return
      }
    }
    if !isCell, let position = open.inTableScope(.tr) { close(downTo: position) }
  }

  // MARK: - End tags

  mutating func endTag(_ name: TagName) {
    isInRawText = false
    isAfterTag = true
    let element = names[name]
    if isInForeignContent, let current = open.current {
      // In foreign content, searches up to the nearest HTML element.
      let position = open.topmost(name, element, isForeign: true)
      if position > Int(current.html) {
        close(downTo: position)
        return
      }
    }
    let traits = traits[Int(element.rawValue)]
    if traits.contains(.hasEndRules) {
      endSpecially(element)
    } else if traits.contains(.isVoid) {
      return
    } else if traits.contains(.isFormatting) {
      endFormatting(element)
    } else if traits.contains(.closesInScope) {
      if let position = open.inScope(element) { close(downTo: position) }
    } else {
      // Any other end tag.
      let position = open.topmost(name, element, isForeign: false)
      if position >= 0, position >= open.special { close(downTo: position) }
    }
  }

  private mutating func endSpecially(_ element: ElementName) {
    switch element {
    case .html, .body, .br:
      if isBeforeBody, open[.template] < 0 { endHead() }
    case .head:
      if isBeforeBody { endHead() }
    case .p: if let position = open.inButtonScope(.p) { close(downTo: position) }
    case .li: if let position = open.inListItemScope(.li) { close(downTo: position) }
    case .h1, .h2, .h3, .h4, .h5, .h6: endHeading()
    case .template: if open[.template] >= 0 { close(downTo: open[.template]) }
    case .table, .caption, .colgroup, .tbody, .thead, .tfoot, .tr, .td, .th:
      if let position = open.inTableScope(element) { close(downTo: position) }
    default: break
    }
  }

  private static let headings: [ElementName] = [.h1, .h2, .h3, .h4, .h5, .h6]

  private mutating func endHeading() {
    var topmost = -1
    for heading in Self.headings { topmost = max(topmost, open.inScope(heading) ?? -1) }
    if topmost >= 0 { close(downTo: topmost) }
  }

  /// Runs the adoption agency algorithm (https://html.spec.whatwg.org/#adoption-agency-algorithm)
  /// up to the point where it would move elements. A formatting element with a block inside stays
  /// open as long as the block.
  private mutating func endFormatting(_ element: ElementName) {
    guard let position = open.inScope(element), position > open.special else {
      return
    }
    close(downTo: position)
  }
}
