extension PlainText {
  /// Folds a text into one line. See ``PlainText/folded(_:limit:)``.
  struct Folding {
    private(set) var output: [UInt8] = []
    /// The number of scalars that still fit.
    private var room: Int
    private var spaceIsDue = false
    private var last: Unicode.Scalar?
    /// The number of combining marks at the end.
    private var marks = 0

    init(limit: Int, length: Int) {
      room = limit
      output.reserveCapacity(min(length, limit) + 4)
    }

    /// - Parameter text: valid UTF-8.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
      var position = 0
      while position < text.count {
        let byte = text[position]
        if byte >= 0x80 {
          let (scalar, length) = PlainText.scalar(in: text, at: position)
          guard append(scalar) else { return }
          position += length
        } else if byte <= 0x20 {
          let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
          if isSpace { spaceIsDue = !output.isEmpty }
          position += 1
        } else if byte == 0x7F {
          position += 1
        } else {
          var end = position + 1
          while end < text.count, text[end] > 0x20, text[end] < 0x7F { end += 1 }
          guard append(word: UnsafeBufferPointer(rebasing: text[position..<end])) else { return }
          position = end
        }
      }
    }

    /// Appends visible ASCII.
    /// - Returns: false if the word was cut.
    private mutating func append(word: UnsafeBufferPointer<UInt8>) -> Bool {
      let length = min(word.count, spaceIsDue ? room - 1 : room)
      if length > 0 {
        appendDueSpace()
        output.append(contentsOf: UnsafeBufferPointer(rebasing: word[..<length]))
        room -= length
        last = Unicode.Scalar(word[length - 1])
        marks = 0
      }
      if length < word.count { output.append(contentsOf: "…".utf8) }
      return length >= word.count
    }

    /// Appends a scalar outside of ASCII, unless it mustn't be shown.
    /// - Returns: false if the text was cut.
    private mutating func append(_ scalar: Unicode.Scalar) -> Bool {
      let isOrdinary = PlainText.isOrdinary(scalar)
      if !isOrdinary, PlainText.isSpace(scalar) {
        spaceIsDue = !output.isEmpty
        return true
      }
      let visible =
        isOrdinary
        ? scalar : PlainText.visible(scalar) ?? PlainText.flagTag(scalar, after: last)
      guard let visible else { return true }
      marks = !isOrdinary && PlainText.isMark(visible) ? marks + 1 : 0
      if marks > PlainText.marksLimit { return true }
      // Removed scalars don't count.
      guard room >= (spaceIsDue ? 2 : 1) else {
        output.append(contentsOf: "…".utf8)
        return false
      }
      appendDueSpace()
      output.append(scalar: visible)
      room -= 1
      last = visible
      return true
    }

    private mutating func appendDueSpace() {
      guard spaceIsDue else { return }
      output.append(UInt8(ascii: " "))
      room -= 1
      spaceIsDue = false
    }
  }
}
