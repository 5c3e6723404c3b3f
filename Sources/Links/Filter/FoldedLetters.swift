/// The folded letters of a text, without the characters between them.
package struct FoldedLetters {
  private(set) var scalars: [Unicode.Scalar] = []
  /// For each letter, whether it's the first of a word.
  private(set) var startsWord: [Bool] = []
  /// For each letter, its index in the text. Empty if the text was given as bytes.
  private(set) var indices: [String.Index] = []

  /// Longer texts are cut off, because they'd match anything.
  static let limit = 300

  package init() {}

  init(_ text: String, folding: inout ScalarFolding) {
    let unicode = text.unicodeScalars
    var isStart = true
    for index in unicode.indices where scalars.count < Self.limit {
      let count = scalars.count
      append(unicode[index], folding: &folding, isStart: &isStart)
      if scalars.count > count { indices.append(index) }
    }
  }

  /// Replaces the letters with those of another text, in UTF-8, in the same memory.
  package mutating func replace(with text: UnsafeBufferPointer<UInt8>, folding: inout ScalarFolding)
  {
    scalars.removeAll(keepingCapacity: true)
    startsWord.removeAll(keepingCapacity: true)
    indices = []
    var isStart = true
    if text.allSatisfy({ $0 < 0x80 }) {
      for byte in text where scalars.count < Self.limit {
        append(Unicode.Scalar(byte), folding: &folding, isStart: &isStart)
      }
      return
    }
    var bytes = text.makeIterator()
    var decoder = Unicode.UTF8()
    while scalars.count < Self.limit {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): append(scalar, folding: &folding, isStart: &isStart)
      case .error: isStart = true
      case .emptyInput: return
      }
    }
  }

  private mutating func append(
    _ scalar: Unicode.Scalar, folding: inout ScalarFolding, isStart: inout Bool
  ) {
    switch folding.folded(scalar) {
    case .letter(let letter):
      scalars.append(letter)
      startsWord.append(isStart)
      isStart = false
    case .separator: isStart = true
    case .diacritic: break
    case .mark(let mark):
      if let last = scalars.last, let marked = mark.applied(to: last) {
        scalars[scalars.count - 1] = marked
      }
    }
  }
}
