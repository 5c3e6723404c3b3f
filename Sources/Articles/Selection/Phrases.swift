/// A set of phrases in lower case, indexed by their first letters.
struct Phrases {
  private let table: [[[UInt8]]]
  /// The pairs of bytes that phrases begin with, one bit each.
  private let beginnings: [UInt64]
  /// The phrases, in the order of the list.
  let all: [String]

  /// - Parameter list: the phrases, separated by bars. Each has at least two bytes.
  init(_ list: String) {
    var table = [[[UInt8]]](repeating: [], count: 256)
    var beginnings = [UInt64](repeating: 0, count: 1024)
    for phrase in list.split(separator: "|") {
      let bytes = Array(phrase.utf8)
      guard bytes.count > 1 else { continue }
      table[Int(bytes[0])].append(bytes)
      beginnings[Int(bytes[0]) << 2 | Int(bytes[1]) >> 6] |= 1 << UInt64(bytes[1] & 63)
    }
    self.table = table
    self.beginnings = beginnings
    all = list.split(separator: "|").map(String.init)
  }

  /// Whether a text in lower case begins with one of the phrases, at the end of a word.
  func begin(_ text: [UInt8]) -> Bool { beginning(of: text) != nil }

  /// Returns the longest phrase that a text in lower case begins with, at the end of a word.
  func beginning(of text: [UInt8]) -> [UInt8]? {
    guard text.count > 1, mayBegin(text[0], text[1]) else { return nil }
    return table[Int(text[0])]
      .filter { phrase in text.starts(with: phrase) && Self.isEnd(text, phrase) }
      .max { $0.count < $1.count }
  }

  private static func isEnd(_ text: [UInt8], _ phrase: [UInt8]) -> Bool {
    guard let last = phrase.last, last &- 0x61 < 26, text.count > phrase.count else { return true }
    let next = text[phrase.count]
    return !(next &- 0x61 < 26 || next >= 0x80)
  }

  /// Whether a text in lower case contains one of the phrases.
  func isContained(in text: [UInt8]) -> Bool {
    for position in text.indices.dropLast() where mayBegin(text[position], text[position + 1]) {
      if table[Int(text[position])].contains(where: { text[position...].starts(with: $0) }) {
        return true
      }
    }
    return false
  }

  @inline(__always)
  private func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    beginnings[Int(first) << 2 | Int(second) >> 6] & 1 << UInt64(second & 63) != 0
  }
}
