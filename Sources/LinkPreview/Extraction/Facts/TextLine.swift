import Foundation
import Markup

/// The visible text between two tags, with its first bytes as the page spells them.
struct TextLine {
  var bytes: [UInt8] = []
  /// The length of the whole text.
  private(set) var length = 0

  /// The length of a line that may be a byline. Longer ones are prose.
  private static let limit = 200

  var isLong: Bool { length > Self.limit }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    if length == 0 { while start < text.count, text[start] <= 0x20 { start += 1 } }
    length += text.count - start
    let count = min(text.count - start, Self.limit - bytes.count)
    guard count > 0 else { return }
    if bytes.capacity == 0 { bytes.reserveCapacity(Self.limit) }
    bytes.append(
      contentsOf: UnsafeBufferPointer(rebasing: text[start..<start + count]))
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    length = 0
  }

  var string: String { Self.string(bytes) }

  /// Resolves the character references.
  static func string(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { TextToken(bytes: $0, content: .data).string }
  }

  /// Whether the text has a number like a year, or one between separators of a date.
  var mayHoldDate: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var digits = 0
      var marks = 0
      for index in 0..<bytes.count {
        let byte = bytes[index]
        if byte &- 0x30 < 10 {
          digits += 1
          continue
        }
        if digits == 0, marks == 0 { continue }
        if digits == 4, Self.isYear(bytes, endingAt: index) { return true }
        // `24.5.20`
        let isMark = byte == 0x2E || byte == 0x2F || byte == 0x2D
        marks = (1...2).contains(digits) && isMark ? marks + 1 : 0
        if marks == 2 { return true }
        digits = 0
      }
      return digits == 4 && Self.isYear(bytes, endingAt: bytes.count)
    }
  }

  private static func isYear(_ bytes: UnsafeBufferPointer<UInt8>, endingAt end: Int) -> Bool {
    let century = (bytes[end - 4], bytes[end - 3])
    return century == (0x31, 0x39) || century == (0x32, 0x30)
  }
}

/// A heading that may be the page's headline, in bytes of the visible text.
struct VisibleHeadline: Hashable {
  /// The length of the heading's text.
  var length: Int
  /// Whether the page's title has the same text as the heading.
  var isOfTitle: Bool
  var isFirstLevel: Bool
  var start: Int
  var end: Int
}

/// The letters and digits of a text in lower case, for comparison.
struct TextKey {
  private(set) var bytes: [UInt8] = []

  init(_ text: String) {
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      let isCapital = byte &- 0x41 < 26
      if isCapital || byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte > 0x7F {
        bytes.append(isCapital ? byte | 0x20 : byte)
      }
    }
  }

  /// Whether a heading with this key is the headline of a page with this title. The title may have
  /// the name of the site beside it, and may be cut off.
  func isHeadline(ofTitle title: TextKey) -> Bool {
    bytes.withUnsafeBufferPointer { heading in
      title.bytes.withUnsafeBufferPointer { title in
        let isCut = heading.count > title.count
        let length = min(heading.count, title.count)
        guard length > (isCut ? 11 : 5), let headingStart = heading.baseAddress,
          let titleStart = title.baseAddress
        else { return false }
        if memcmp(headingStart, titleStart, length) == 0 { return true }
        return !isCut && length * 2 >= title.count
          && (1...max(1, title.count - length)).contains {
            $0 + length <= title.count && memcmp(headingStart, titleStart + $0, length) == 0
          }
      }
    }
  }
}
