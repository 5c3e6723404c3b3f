import Markup

extension TextRun {
  /// The amount of prose in the run, in letters.
  var prose: Float {
    let density = linkDensity
    // Only articles have code, but a long listing mustn't outweigh the text.
    if isCode { return density < 0.5 ? min(300, Float(length)) : 0 }
    // Only articles have formulas, even in short lines.
    if formulas > 0, density < 0.5 { return max(40, Float(length)) * (1 - density) }
    guard density < 0.5, words >= 5 || length > 60 else { return 0 }
    // Data without words of any language.
    if length > 50 * words, wideLength < length / 2 { return 0 }
    let isSentence = sentences > 0 && length >= 40
    if isSentence || commas > 0 && length >= 60 { return Float(length) * (1 - density) }
    if wideLength > length / 2 { return length >= 40 ? Float(length) * (1 - density) : 0 }
    return length >= 100 ? Float(length) * (0.6 - density) : 0
  }

  /// The run's evidence for its surroundings being the article: positive for it, negative against
  /// it.
  var score: Float {
    let prose = prose
    if prose > 0 { return prose + 20 * Float(min(commas, 10)) }
    if linkDensity > 0.5 { return -10 - Float(min(length, 60)) / 2 }
    // Lines without sentences, as in lists and recipes, are neutral.
    return length >= 40 && linkDensity < 0.2 ? 0 : -8
  }
}

extension ElementHints {
  static let strongBoilerplate: ElementHints = [
    .footer, .newsletter, .related, .sidebar,
  ]
  /// Hints that pages also give to parts of an article. Comments and links to other pages aren't
  /// among them, because they may have most of a page's prose.
  static let doubtful: ElementHints = [
    .advertisement, .details, .contents, .credit, .navigation, .footer, .author, .sidebar,
    .newsletter, .sharing, .overlay,
  ]
  /// Hints of blocks whose sentences aren't of an article.
  static let notOfSentences: ElementHints = [
    .advertisement, .author, .caption, .credit, .details, .newsletter, .related, .sharing,
  ]
  static let ofHeadings: ElementHints = [.comments, .newsletter, .related, .sharing]
  static let boilerplate: ElementHints = [.advertisement, .author, .details, .contents, .credit]
}

extension ElementName {
  /// Whether the element is a paragraph, a list, a table or the like rather than a container.
  var isTextual: Bool {
    switch self {
    case .p, .ul, .ol, .dl, .table, .tbody, .tr, .blockquote, .pre, .h1, .h2, .h3, .h4, .h5, .h6,
      .figure, .figcaption, .li:
      true
    default: false
    }
  }
}

extension ElementName {
  var isHeadingElement: Bool {
    switch self {
    case .h1, .h2, .h3, .h4, .h5, .h6: true
    default: false
    }
  }
}

extension ElementName {
  var isList: Bool { self == .ul || self == .ol || self == .dl }
}
