import CFribidi

/// A paragraph with text from right to left, whose directions are resolved by the Unicode
/// Bidirectional Algorithm (UAX #9). Its lines are ordered one by one after wrapping.
///
/// Bidi controls have no effect, because they're never drawn.
package struct BidiParagraph: Equatable, Sendable {
  let direction: TextDirection
  /// The embedding level of each character, at its UTF-8 offset.
  private let levels: [Int8]

  /// Resolves the directions of a text, where each line (up to a line feed) is a paragraph of its
  /// own. Nil if no character reads from right to left.
  /// - Parameters:
  ///   - direction: the direction of the whole paragraph.
  ///   - isolates: the parts that are ordered on their own, without overlaps.
  package init?(_ text: String, direction: TextDirection, isolates: [BidiIsolate] = []) {
    guard text.mayReadRightToLeft else { return nil }
    self.direction = direction
    var resolver = LevelResolver(direction: direction, bytes: text.utf8.count)
    var isolates = isolates.filter { !$0.range.isEmpty }[...]
    var isInIsolate = false
    var offset = 0
    for character in text {
      if let isolate = isolates.first {
        if isInIsolate, offset >= isolate.range.upperBound {
          resolver.add(LevelResolver.isolateEnd)
          isInIsolate = false
          isolates.removeFirst()
        }
        if !isInIsolate, let next = isolates.first, offset >= next.range.lowerBound {
          resolver.begin(next)
          isInIsolate = true
        }
      }
      if character == "\n" {
        resolver.endParagraph()
        if isInIsolate, let isolate = isolates.first { resolver.begin(isolate) }
      } else if let base = DisplayWidth.base(of: character) {
        resolver.add(base.value, at: offset)
      }
      offset += character.utf8.count
    }
    resolver.endParagraph()
    guard resolver.hasRightToLeft || direction == .rightToLeft else { return nil }
    levels = resolver.levels
  }

  /// Returns the glyphs of a line of the paragraph from left to right.
  /// - Parameters:
  ///   - line: the text of the line.
  ///   - start: the UTF-8 offset of the line in the paragraph.
  package func line(_ line: Substring, at start: Int, order: TextOrder = .visual) -> VisualLine {
    var glyphs: [VisualLine.PlacedGlyph?] = []
    var scalars: [UInt32] = []
    var lineLevels: [Int8] = []
    var offset = start
    for character in line {
      let level = levels.indices.contains(offset) ? levels[offset] : 0
      for glyph in DisplayWidth.glyphs(of: character) {
        guard let base = glyph.text.unicodeScalars.first else { continue }
        glyphs.append(.init(glyph: glyph, column: 0, offset: offset, isRightToLeft: level % 2 == 1))
        scalars.append(base.value)
        lineLevels.append(level)
      }
      // Joiners aren't drawn, but determine the forms of the letters beside them.
      if level % 2 == 1 {
        for scalar in character.unicodeScalars where Self.joiners.contains(scalar.value) {
          glyphs.append(nil)
          scalars.append(scalar.value)
          lineLevels.append(level)
        }
      }
      offset += character.utf8.count
    }
    return VisualLine(
      glyphs, scalars, levels: lineLevels, direction: direction, order: order)
  }

  private static let joiners: ClosedRange<UInt32> = 0x200C...0x200D

  /// Resolves the levels of paragraphs.
  private struct LevelResolver {
    let direction: TextDirection
    private(set) var levels: [Int8]
    private(set) var hasRightToLeft = false
    private var scalars: [UInt32] = []
    /// The offset of each scalar in the text. Nil for inserted controls.
    private var offsets: [Int?] = []

    /// The scalar PDI (UAX #9, section 2.4.1), which ends an isolate.
    static let isolateEnd: UInt32 = 0x2069

    init(direction: TextDirection, bytes: Int) {
      self.direction = direction
      levels = [Int8](repeating: direction == .rightToLeft ? 1 : 0, count: bytes)
    }

    /// Inserts LRI or RLI, which begin an isolate.
    mutating func begin(_ isolate: BidiIsolate) {
      add(isolate.direction == .leftToRight ? 0x2066 : 0x2067)
    }

    mutating func add(_ scalar: UInt32, at offset: Int? = nil) {
      scalars.append(scalar)
      offsets.append(offset)
      if scalars.count >= Self.limit { endParagraph() }
    }

    mutating func endParagraph() {
      var found = [Int8](repeating: 0, count: scalars.count)
      if !scalars.isEmpty,
        rl_bidi_levels(scalars, Int32(scalars.count), direction == .rightToLeft, &found)
      {
        for (offset, level) in zip(offsets, found) {
          if level % 2 == 1 { hasRightToLeft = true }
          if let offset { levels[offset] = level }
        }
      }
      scalars.removeAll(keepingCapacity: true)
      offsets.removeAll(keepingCapacity: true)
    }

    /// The length from which paragraphs are resolved in parts, because FriBidi takes quadratic time
    /// for brackets that cross each other.
    private static let limit = 1 << 12
  }
}

/// A part of a paragraph that's ordered on its own, such as code in a sentence.
package struct BidiIsolate: Equatable, Sendable {
  /// The UTF-8 offsets of the part.
  let range: Range<Int>
  let direction: TextDirection

  package init(_ range: Range<Int>, _ direction: TextDirection = .leftToRight) {
    self.range = range
    self.direction = direction
  }

  /// Returns the facts in a line with middle dots between them. Each fact stays together, whatever
  /// letters the other facts have.
  package static func facts(in text: String) -> [BidiIsolate] {
    var start = 0
    let facts = text.split(separator: " · ", omittingEmptySubsequences: false)
    guard facts.count > 1 else { return [] }
    return facts.map { fact in
      let range = start..<start + fact.utf8.count
      start = range.upperBound + " · ".utf8.count
      return BidiIsolate(range, TextDirection(firstStrongIn: fact) ?? .leftToRight)
    }
  }
}

/// The glyphs of a line in visual order.
package struct VisualLine: Equatable, Sendable {
  /// The glyphs from left to right.
  package private(set) var glyphs: [PlacedGlyph] = []
  /// The number of columns of the line.
  private(set) var columns = 0

  package struct PlacedGlyph: Equatable, Sendable {
    package internal(set) var glyph: Glyph
    /// The glyph's column in the line.
    package internal(set) var column: Int
    /// The UTF-8 offset of the glyph's character in the paragraph.
    package let offset: Int
    /// Whether the glyph belongs to text from right to left.
    package let isRightToLeft: Bool
  }

  /// - Parameters:
  ///   - logical: the glyphs in reading order, with nil for characters that aren't drawn.
  ///   - scalars: the first scalar of each character.
  init(
    _ logical: [PlacedGlyph?], _ scalars: [UInt32], levels: [Int8], direction: TextDirection,
    order: TextOrder
  ) {
    var levels = levels
    var shaped = scalars
    var indices = Array(Int32(0)..<Int32(scalars.count))
    if !scalars.isEmpty, order != .logical {
      let isOrdered = rl_bidi_order(
        &shaped, Int32(shaped.count), direction == .rightToLeft, order == .visual, &levels, &indices
      )
      if !isOrdered { indices = Array(Int32(0)..<Int32(scalars.count)) }
    }
    if order == .visualWords { turnWords(&indices, scalars) }
    glyphs.reserveCapacity(logical.count)
    for index in indices.lazy.map(Int.init) {
      guard var placed = logical[index] else { continue }
      if shaped[index] != scalars[index], let form = Unicode.Scalar(shaped[index]) {
        placed.glyph = placed.glyph.replacingBase(with: form)
      }
      placed.column = columns
      glyphs.append(placed)
      columns += placed.glyph.width
    }
  }

  /// Puts adjoining characters of a script from right to left back in reading order. Digits and
  /// punctuation of the script belong to them, because they're in the same font, and such terminals
  /// turn the characters of a font as a whole.
  private func turnWords(_ indices: inout [Int32], _ scalars: [UInt32]) {
    var start = 0
    while start < indices.count {
      var end = start
      while end < indices.count, Self.isTurned(scalars[Int(indices[end])]) { end += 1 }
      indices[start..<end].reverse()
      start = max(end, start + 1)
    }
  }

  private static func isTurned(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x200C...0x200D: true
    default: scalar >= 0x10000 && rl_bidi_direction(scalar) < 0
    }
  }
}
