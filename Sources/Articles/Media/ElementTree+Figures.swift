import Markup

/// Turns boxes that hold a picture and its caption into `figure` elements. The caption is named by
/// a class, or is a few words in a box that's named after pictures.
///
/// Runs before the search for the main text, so that a caption isn't taken for a paragraph.
extension ElementTree {
  mutating func markFigures() {
    guard nodes.contains(where: { $0.element == .img && !$0.isText }) else { return }
    let counts = FigureCounts(self)
    var figures: [(box: Int, image: Int)] = []
    var length: Int32 = 0
    for image in nodes.indices where nodes[image].element == .img && !nodes[image].isText {
      guard let box = figureBox(around: image, counts) else { continue }
      figures.append((box, image))
      length += counts.textLength(in: box, of: self)
    }
    // If an article consists mostly of such boxes, their text is the article.
    guard length > 0, 3 * length < counts.paragraphLength else { return }
    for (box, image) in figures {
      nodes[box].element = .figure
      var part = image
      while part > 0, Int(nodes[part].parent) != box { part = Int(nodes[part].parent) }
      var child = Int(nodes[part].end)
      while child < nodes[box].end {
        if !nodes[child].isText { nodes[child].element = .figcaption }
        child = Int(nodes[child].end)
      }
    }
  }

  /// The nearest element around an image that also contains text, if that's only a picture with its
  /// caption.
  private func figureBox(around image: Int, _ counts: FigureCounts) -> Int? {
    guard attributes(of: image)?.address != nil else { return nil }
    var hints: ElementHints = []
    var box = Int(nodes[image].parent)
    for _ in 0..<6 where box > 0 {
      switch nodes[box].element {
      case .div, .span, .li, .center, .section, .figure, .a, .p, .other: break
      default: return nil
      }
      hints.formUnion(nodes[box].hints)
      if counts.textLength(in: box, of: self) > 0 { break }
      box = Int(nodes[box].parent)
    }
    guard box > 0, Self.figureElements.contains(nodes[box].element),
      counts.images(in: box, of: self) == 1, counts.foreign(in: box, of: self) == 0,
      counts.textLength(in: box, of: self) <= Self.captionLimit,
      isCaption(
        after: image, in: box,
        isPictureBox: hints.contains(.pictureBox) || nodes[box].element == .figure)
    else { return nil }
    return box
  }

  private static let figureElements: ElementSet = [.div, .span, .li, .center, .section, .figure]

  /// The most bytes of a caption.
  private static let captionLimit: Int32 = 500

  /// Whether all text in a box comes after its image, and is in elements that are named captions.
  /// In a box that's named after pictures, any element will do.
  private func isCaption(after image: Int, in box: Int, isPictureBox: Bool) -> Bool {
    var part = image
    while part > 0, Int(nodes[part].parent) != box { part = Int(nodes[part].parent) }
    var isNamed = false
    var hasText = false
    for index in box + 1..<Int(nodes[box].end) {
      let node = nodes[index]
      guard node.isText else {
        isNamed = isNamed || !node.hints.isDisjoint(with: [.caption, .credit])
        continue
      }
      if isBlank(node) { continue }
      // Text directly in the box isn't in an element that could become the caption.
      if index < nodes[part].end || Int(node.parent) == box { return false }
      hasText = true
    }
    return hasText && (isNamed || isPictureBox)
  }
}

/// Running totals over the nodes, which give the sums for any element by subtraction.
private struct FigureCounts {
  private var lengths: [Int32] = [0]
  private var images: [Int32] = [0]
  private var foreign: [Int32] = [0]
  /// The bytes of text in paragraphs.
  private(set) var paragraphLength: Int32 = 0

  init(_ tree: ElementTree) {
    let count = tree.nodes.count + 1
    lengths.reserveCapacity(count)
    images.reserveCapacity(count)
    foreign.reserveCapacity(count)
    var length: Int32 = 0
    var image: Int32 = 0
    var other: Int32 = 0
    var paragraphEnd: Int32 = 0
    for (index, node) in tree.nodes.enumerated() {
      if node.isText {
        let isBlank = tree.isBlank(node)
        if !isBlank { length &+= node.textEnd - node.textStart }
        if !isBlank, index < paragraphEnd { paragraphLength &+= node.textEnd - node.textStart }
      } else {
        switch node.element {
        case .img: image += 1
        case .p: paragraphEnd = max(paragraphEnd, node.end)
        case .h1, .h2, .h3, .h4, .h5, .h6, .pre, .table, .form, .video, .audio, .iframe, .article,
          .main, .figcaption, .input, .button, .blockquote, .ol, .dl:
          other += 1
        default: break
        }
      }
      lengths.append(length)
      images.append(image)
      foreign.append(other)
    }
  }

  /// The bytes of text in an element.
  func textLength(in node: Int, of tree: ElementTree) -> Int32 {
    lengths[Int(tree.nodes[node].end)] - lengths[node]
  }

  func images(in node: Int, of tree: ElementTree) -> Int32 {
    images[Int(tree.nodes[node].end)] - images[node]
  }

  /// The number of elements in an element that a caption can't contain.
  func foreign(in node: Int, of tree: ElementTree) -> Int32 {
    foreign[Int(tree.nodes[node].end)] - foreign[node]
  }
}
