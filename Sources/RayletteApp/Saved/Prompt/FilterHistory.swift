/// The filters that were used before, the latest first.
struct FilterHistory: Equatable, Sendable {
  private(set) var texts: [String] = []

  private static let limit = 50

  init(_ texts: [String] = []) { self.texts = Array(texts.prefix(Self.limit)) }

  mutating func add(_ text: String) {
    guard !text.allSatisfy(\.isWhitespace) else { return }
    texts.removeAll { $0 == text }
    texts.insert(text, at: 0)
    texts = Array(texts.prefix(Self.limit))
  }
}
