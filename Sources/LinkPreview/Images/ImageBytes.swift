import Foundation

/// The bytes of an image. Every read is within bounds or returns nil.
struct ImageBytes {
  private let bytes: [UInt8]

  var count: Int { bytes.count }

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  var start: ArraySlice<UInt8> { bytes.prefix(16) }

  /// The part of the file that's read as text.
  var text: String { String(decoding: bytes.prefix(4096), as: UTF8.self) }

  /// Detects BMP and SVG. ``MagicNumber`` leaves both to callers that expect an image, because
  /// other callers take them for text.
  var otherType: String? {
    if bytes.starts(with: "BM".utf8), bytes.count >= 26 { return "image/bmp" }
    return SVGSize.isSVG(text) ? "image/svg+xml" : nil
  }

  /// The size of a PNG (https://www.w3.org/TR/png-3/), from the header chunk, which comes first.
  var png: (Int, Int)? {
    guard has("IHDR", at: 12) else { return nil }
    return pair(big(at: 16, 4), big(at: 20, 4))
  }

  /// The size of a GIF: its logical screen (GIF89a, section 18).
  var gif: (Int, Int)? { pair(little(at: 6, 2), little(at: 8, 2)) }

  /// The size of a JPEG (ITU T.81, annex B), from the segment that starts the frame.
  var jpeg: (Int, Int)? {
    var position = 2
    while let marker = big(at: position, 2), marker >> 8 == 0xFF {
      let code = marker & 0xFF
      if code == 0xFF {  // padding
        position += 1
      } else if (0xC0...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) {
        return pair(big(at: position + 7, 2), big(at: position + 5, 2))
      } else if code == 0x01 || (0xD0...0xD7).contains(code) {
        position += 2
      } else {
        guard code != 0xD9, code != 0xDA, let length = big(at: position + 2, 2), length >= 2 else {
          return nil
        }
        position += 2 + length
      }
    }
    return nil
  }

  /// The size of the largest image in an ICO file, which is a list of images where 0 means 256.
  var largestIcon: (Int, Int)? {
    guard let count = little(at: 4, 2), count > 0 else { return nil }
    var largest: (Int, Int)?
    for place in 0..<count {
      let entry = 6 + 16 * place
      guard let width = little(at: entry, 1), let height = little(at: entry + 1, 1),
        little(at: entry + 15, 1) != nil
      else { break }
      let size = (width == 0 ? 256 : width, height == 0 ? 256 : height)
      if size.0 * size.1 > (largest.map { $0.0 * $0.1 } ?? 0) { largest = size }
    }
    return largest
  }

  /// The size of a BMP: 2 bytes each in the first version of the header, 4 bytes in later ones. A
  /// negative height means that the rows start at the top.
  var bitmap: (Int, Int)? {
    if little(at: 14, 4) == 12 { return pair(little(at: 18, 2), little(at: 20, 2)) }
    guard let width = little(at: 18, 4), let height = little(at: 22, 4) else { return nil }
    return (width, abs(Int(Int32(truncatingIfNeeded: height))))
  }

  /// The size of a WebP (RFC 9649): lossy, lossless or extended.
  var webP: (Int, Int)? {
    if has("VP8X", at: 12) {
      return pair(little(at: 24, 3).map { $0 + 1 }, little(at: 27, 3).map { $0 + 1 })
    }
    if has("VP8L", at: 12), little(at: 20, 1) == 0x2F, let bits = little(at: 21, 4) {
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard has("VP8 ", at: 12), big(at: 23, 3) == 0x9D012A else { return nil }
    return pair(little(at: 26, 2).map { $0 & 0x3FFF }, little(at: 28, 2).map { $0 & 0x3FFF })
  }

  /// The size of an AVIF, from the first `ispe` box, which in practice belongs to the main image.
  var imageSpatialExtent: (Int, Int)? {
    guard let found = bytes.prefix(4096).firstRange(of: Array("ispe".utf8)) else { return nil }
    return pair(big(at: found.lowerBound + 8, 4), big(at: found.lowerBound + 12, 4))
  }

  private func has(_ name: String, at position: Int) -> Bool {
    bytes.dropFirst(position).starts(with: name.utf8)
  }

  /// Returns a part of the file, or nil if the file doesn't have all of it.
  func part(at position: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard position >= 0, count >= 0, position <= bytes.count - count else { return nil }
    return bytes[position..<position + count]
  }

  private func big(at position: Int, _ count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func little(at position: Int, _ count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func pair(_ width: Int?, _ height: Int?) -> (Int, Int)? {
    guard let width, let height else { return nil }
    return (width, height)
  }
}
