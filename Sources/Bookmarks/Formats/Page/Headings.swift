import Markup

/// The headings above the current position, which are the topics of the links below them.
struct Headings {
  /// The levels that are topics.
  let levels: ClosedRange<Int>
  /// The heading whose text is being read.
  private(set) var open: (level: Int, text: String)?
  private var above: [(level: Int, name: String)] = []

  init(levels: ClosedRange<Int>) { self.levels = levels }

  var isOpen: Bool { open.map { $0.text.utf8.count < 1_000 } ?? false }

  /// The headings above, outermost first.
  var names: [String] { above.map(\.name) }

  mutating func started(_ element: ElementName) {
    guard let level = Self.level(of: element) else { return }
    open = (level, "")
    above.removeAll { $0.level >= level }
  }

  mutating func add(_ text: TextToken) { open?.text += text.string }

  /// Returns the heading that has just ended, or nil if none has.
  /// - Parameter isTopic: false for a heading that's the title of a single link.
  mutating func ended(_ element: ElementName, isTopic: Bool = true) -> String? {
    guard let (level, text) = open, Self.level(of: element) != nil else { return nil }
    open = nil
    guard let name = PlainText.folded(text) else { return nil }
    if isTopic, levels.contains(level), name.count <= Self.lengthLimit {
      above.append((level, name))
    }
    return name
  }

  /// The maximum number of characters. A longer heading is a sentence.
  private static let lengthLimit = 60

  private static func level(of element: ElementName) -> Int? {
    switch element {
    case .h1: 1
    case .h2: 2
    case .h3: 3
    case .h4: 4
    case .h5: 5
    case .h6: 6
    default: nil
    }
  }
}
